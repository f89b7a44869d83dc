/** A kind of file: its extensions, and how its content is recognised ("text" for anything readable). */
type FileKind = {
  endings: string;
  contents: string;
  /** Whether every file of the kind is recognised; others may be known only by extension. */
  isSure?: boolean;
};

const zips = "zip docx xlsx pptx docm xlsm pptm dotx xltx potx ppsx ppsm dotm xltm potm vsdx epub 3mf kmz";
const openDocuments = "odt ods odp odg ott ots otp otg";
const movies = "mp4 m4v m4a m4b m4p f4v f4a f4b mov 3gp 3g2 mj2";

/** Kinds whose content can be recognised; `contents` uses the recogniser's names. */
const kinds: readonly FileKind[] = [
  { endings: "jpg jpeg jpe jfif", contents: "jpg", isSure: true },
  { endings: "png apng", contents: "png apng", isSure: true },
  { endings: "gif", contents: "gif", isSure: true },
  { endings: "webp", contents: "webp", isSure: true },
  { endings: "avif avifs", contents: "avif", isSure: true },
  { endings: "heic heif hif", contents: "heic avif", isSure: true },
  { endings: "bmp dib", contents: "bmp", isSure: true },
  { endings: "tif tiff", contents: "tif dng nef arw cr2", isSure: true },
  { endings: "psd", contents: "psd", isSure: true },
  { endings: "ico cur", contents: "ico cur png", isSure: true },
  { endings: "pdf", contents: "pdf", isSure: true },
  { endings: "ai", contents: "pdf ps eps", isSure: true },
  { endings: "ps eps", contents: "ps eps", isSure: true },
  // Shops export text and XML tables under the old extensions, which Word and Excel open.
  { endings: "doc dot xls xlt ppt pps pot", contents: `cfb rtf xml text ${zips}`, isSure: true },
  { endings: "msg vsd pub", contents: "cfb", isSure: true },
  // A password-protected new document is in the old container.
  { endings: "docx docm dotx dotm xlsx xlsm xltx pptx pptm potx ppsx vsdx", contents: `cfb ${zips}`, isSure: true },
  { endings: openDocuments, contents: `zip ${openDocuments}`, isSure: true },
  { endings: "zip epub pages numbers key kmz 3mf", contents: `${zips} ${openDocuments}`, isSure: true },
  { endings: "rtf", contents: "rtf text", isSure: true },
  { endings: "7z", contents: "7z", isSure: true },
  { endings: "rar", contents: "rar", isSure: true },
  { endings: "gz tgz", contents: "gz tar.gz", isSure: true },
  { endings: "bz2", contents: "bz2", isSure: true },
  { endings: "xz", contents: "xz", isSure: true },
  { endings: "tar", contents: "tar" },
  { endings: "mp3", contents: "mp3 mp2 mp1 aac wav" },
  { endings: "wav", contents: "wav", isSure: true },
  { endings: "flac", contents: "flac", isSure: true },
  { endings: "aac", contents: "aac m4a" },
  { endings: "ogg oga ogv ogx opus", contents: "ogg oga ogv ogx ogm opus spx", isSure: true },
  { endings: "mp4 m4v m4a m4b mov qt 3gp 3g2", contents: movies },
  { endings: "webm mkv", contents: "webm mkv", isSure: true },
  { endings: "avi", contents: "avi", isSure: true },
  { endings: "mpg mpeg", contents: "mpg mp2 mts" },
  { endings: "html htm xhtml", contents: "text xml", isSure: true },
  { endings: "svg xml", contents: "text xml", isSure: true },
  { endings: "ics vcf vtt eml", contents: "text ics vcf vtt", isSure: true },
  { endings: "txt text csv tsv md log json yaml yml css srt ini conf", contents: "text xml ics vcf vtt", isSure: true },
];

const words = (list: string) => list.split(" ");

const kindOfEnding = new Map(
  kinds.flatMap(({ endings, contents, isSure = false }) =>
    words(endings).map((ending) => [ending, { contents: new Set(words(contents)), isSure }] as const),
  ),
);

/** Returns the allowed content for an extension; undefined for extensions without a rule. */
export function kindOf(ending: string) {
  return kindOfEnding.get(ending);
}

/** Extensions that systems run or mount. */
const programEndings = new Set(
  words(
    "ade adp apk app appimage applescript application appref-ms appx appxbundle bash bat cab chm cmd com command " +
      "cpl crx csh deb desktop diagcab diagcfg diagpkg dll dmg drv ex_ exe fileloc flatpak flatpakref gadget hlp hta " +
      "img inetloc inf ins iqy iso isp jar jnlp js jse ksh lib library-ms lnk mde mjs msc msh msi msix msixbundle msp mst " +
      "msu nsh ocx one onepkg osax osx pif pkg ppam prefpane ps1 ps1xml ps2 psc1 psd1 psm1 py pyc pyw pyz rdp reg rpm run " +
      "scf scpt scptd scr sct search-ms settingcontent-ms sh shb shs slk swf sys terminal udl url vb vbe vbs vhd vhdx " +
      "vsto vxd website wim wll workflow ws wsc wsf wsh xbap xlam xll xpi zsh",
  ),
);

/** Content that systems run, whatever its name. */
const programContents = new Set(
  words("exe elf macho class jar apk deb rpm swf lnk alias crx xpi wasm reg cab chm dmg asar nes"),
);

/** Whether a file is a program, by extension or recognised content. */
export function isProgram(ending: string, content: string | undefined): boolean {
  return programEndings.has(ending) || (content !== undefined && programContents.has(content));
}

const types: Readonly<Record<string, string>> = {
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  msg: "application/vnd.ms-outlook",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  html: "text/html",
  htm: "text/html",
  svg: "image/svg+xml",
  xml: "application/xml",
  json: "application/json",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  md: "text/markdown",
  css: "text/css",
};

/** Returns the media type by extension, for content only known as text, ZIP or an old Office container. */
export function typeByEnding(ending: string): string | undefined {
  return types[ending];
}
