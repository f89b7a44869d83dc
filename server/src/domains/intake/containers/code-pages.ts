/** Decodes bytes of a character set. */
export type Decode = (bytes: Buffer, charset: string) => string;

const names: Readonly<Record<number, string>> = {
  437: "cp437",
  850: "cp850",
  852: "cp852",
  866: "cp866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  1200: "utf-16le",
  1201: "utf-16be",
  10000: "macintosh",
  20127: "utf-8",
  20866: "koi8-r",
  21866: "koi8-u",
  50220: "iso-2022-jp",
  50221: "iso-2022-jp",
  50222: "iso-2022-jp",
  51932: "euc-jp",
  51949: "euc-kr",
  54936: "gb18030",
  65000: "utf-7",
  65001: "utf-8",
};

/** Returns the character set of a Windows code page. */
export function charsetOfCodePage(page: number): string {
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  if (page >= 28591 && page <= 28605) return `iso-8859-${page - 28590}`;
  return names[page] ?? "windows-1252";
}

const ofFonts: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};

/** Returns the code page for an RTF font's character set; null for the document's own. */
export function codePageOfFont(charset: number): number | null {
  return ofFonts[charset] ?? null;
}
