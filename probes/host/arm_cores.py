"""Names of Arm cores: what the two numbers in an arm64 /proc/cpuinfo stand for.

The pair is MIDR_EL1's implementer and part number, as the Linux kernel lists them in
arch/arm64/include/asm/cputype.h and the vendors in their technical reference manuals.
"""

from __future__ import annotations

IMPLEMENTERS = {
    0x41: "Arm",
    0x42: "Broadcom",
    0x43: "Cavium",
    0x46: "Fujitsu",
    0x48: "HiSilicon",
    0x4E: "NVIDIA",
    0x50: "Applied Micro",
    0x51: "Qualcomm",
    0x53: "Samsung",
    0x61: "Apple",
    0x6D: "Microsoft",
    0x70: "Phytium",
    0xC0: "Ampere",
}

CORES = {
    (0x41, 0xC07): "Cortex-A7",
    (0x41, 0xC09): "Cortex-A9",
    (0x41, 0xC0F): "Cortex-A15",
    (0x41, 0xD03): "Cortex-A53",
    (0x41, 0xD04): "Cortex-A35",
    (0x41, 0xD05): "Cortex-A55",
    (0x41, 0xD07): "Cortex-A57",
    (0x41, 0xD08): "Cortex-A72",
    (0x41, 0xD09): "Cortex-A73",
    (0x41, 0xD0A): "Cortex-A75",
    (0x41, 0xD0B): "Cortex-A76",
    (0x41, 0xD0C): "Neoverse N1",
    (0x41, 0xD0D): "Cortex-A77",
    (0x41, 0xD0E): "Cortex-A76AE",
    (0x41, 0xD40): "Neoverse V1",
    (0x41, 0xD41): "Cortex-A78",
    (0x41, 0xD42): "Cortex-A78AE",
    (0x41, 0xD44): "Cortex-X1",
    (0x41, 0xD46): "Cortex-A510",
    (0x41, 0xD47): "Cortex-A710",
    (0x41, 0xD48): "Cortex-X2",
    (0x41, 0xD49): "Neoverse N2",
    (0x41, 0xD4A): "Neoverse E1",
    (0x41, 0xD4B): "Cortex-A78C",
    (0x41, 0xD4D): "Cortex-A715",
    (0x41, 0xD4E): "Cortex-X3",
    (0x41, 0xD4F): "Neoverse V2",
    (0x41, 0xD80): "Cortex-A520",
    (0x41, 0xD81): "Cortex-A720",
    (0x41, 0xD82): "Cortex-X4",
    (0x41, 0xD84): "Neoverse V3",
    (0x41, 0xD8E): "Neoverse N3",
    (0x43, 0x0AF): "ThunderX2",
    (0x46, 0x001): "A64FX",
    # HiSilicon builds the TaiShan V110 for one product family, and people know that name.
    (0x48, 0xD01): "Kunpeng 920",
    (0x48, 0xD02): "HiSilicon HIP09",
    (0x48, 0xD40): "Cortex-A76",
    (0x4E, 0x003): "Denver 2",
    (0x4E, 0x004): "Carmel",
    (0x51, 0x001): "Oryon",
    (0x51, 0x802): "Kryo 3xx Gold",
    (0x51, 0x803): "Kryo 3xx Silver",
    (0x51, 0x804): "Kryo 4xx Gold",
    (0x51, 0x805): "Kryo 4xx Silver",
    (0x61, 0x022): "Apple M1 Icestorm",
    (0x61, 0x023): "Apple M1 Firestorm",
    (0x61, 0x024): "Apple M1 Pro Icestorm",
    (0x61, 0x025): "Apple M1 Pro Firestorm",
    (0x61, 0x028): "Apple M1 Max Icestorm",
    (0x61, 0x029): "Apple M1 Max Firestorm",
    (0x61, 0x032): "Apple M2 Blizzard",
    (0x61, 0x033): "Apple M2 Avalanche",
    (0x61, 0x034): "Apple M2 Pro Blizzard",
    (0x61, 0x035): "Apple M2 Pro Avalanche",
    (0x6D, 0xD49): "Azure Cobalt 100",
    (0x70, 0x660): "Phytium FTC660",
    (0x70, 0x661): "Phytium FTC661",
    (0x70, 0x662): "Phytium FTC662",
    (0x70, 0x663): "Phytium FTC663",
    (0x70, 0x664): "Phytium FTC664",
    (0x70, 0x862): "Phytium FTC862",
    (0xC0, 0xAC3): "AmpereOne",
    (0xC0, 0xAC4): "AmpereOne A",
}


def core_name(implementer: str, part: str) -> str:
    """Name of a core from the hexadecimal strings of /proc/cpuinfo.

    An unknown pair keeps its numbers: a wrong name would send results to the wrong device.

    >>> core_name("0x41", "0xd0c")
    'Neoverse N1'
    >>> core_name("0x48", "0xd01")
    'Kunpeng 920'
    >>> core_name("0x41", "0xfff"), core_name("0x99", "0x1")
    ('Arm core 0xfff', 'Arm-compatible core 0x99/0x1')
    """
    try:
        key = (int(implementer, 16), int(part, 16))
    except ValueError:
        return "unknown Arm core"
    if key in CORES:
        return CORES[key]
    vendor = IMPLEMENTERS.get(key[0])
    if vendor is None:
        return f"Arm-compatible core {implementer}/{part}"
    return f"{vendor} core {part}"
