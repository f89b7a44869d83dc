import { charsetOfCodePage, type Decode } from "./code-pages.ts";
import { readRtf } from "./read-rtf.ts";

/** A file in a winmail.dat. */
type TnefFile = { name: string; contentType: string | null; contentId: string | null; bytes: Buffer };

/** The content of a winmail.dat, which Outlook packs (MS-OXTNEF). */
export type TnefMessage = {
  subject: string;
  from: { name: string; email: string } | null;
  sentAt: Date | null;
  text: string | null;
  html: string | null;
  files: TnefFile[];
  /** Messages attached to it. */
  messages: TnefMessage[];
  /** Whether it is truncated or exceeds the limits. */
  isCut: boolean;
};

/** Limits far beyond what Outlook writes. */
const most = { attributes: 20_000, files: 500, depth: 4, rtfBytes: 8 * 1024 * 1024, textBytes: 2 * 1024 * 1024 };

const signature = 0x223e9f78;
const attribute = {
  subject: 0x8004,
  body: 0x800c,
  codePage: 0x9007,
  properties: 0x9003,
  beginsFile: 0x9002,
  fileTitle: 0x8010,
  fileBytes: 0x800f,
  fileProperties: 0x9005,
};
const property = {
  subject: 0x0037,
  sentAt: 0x0039,
  representedName: 0x0042,
  representedEmail: 0x0065,
  senderName: 0x0c1a,
  senderEmail: 0x0c1f,
  senderSmtp: 0x5d01,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  internetPage: 0x3fde,
  messagePage: 0x3ffd,
  displayName: 0x3001,
  fileBytes: 0x3701,
  fileName: 0x3704,
  longFileName: 0x3707,
  fileType: 0x370e,
  contentId: 0x3712,
};
const types = { object: 0x0d, unicode: 0x1f };

/** Whether bytes begin like a winmail.dat, whatever its name. */
export function beginsLikeTnef(start: Buffer): boolean {
  return start.length >= 6 && start.readUInt32LE(0) === signature;
}

/** Reads a winmail.dat as far as it goes; null if it is none. Its files are slices of `bytes`, not copies. */
export function readTnef(bytes: Buffer, decode: Decode): TnefMessage | null {
  return beginsLikeTnef(bytes) ? readMessage(bytes, decode, 1) : null;
}

type OpenFile = { title: Buffer | null; bytes: Buffer | null; properties: TnefProperties };

function readMessage(bytes: Buffer, decode: Decode, depth: number): TnefMessage {
  const attributes: { id: number; data: Buffer }[] = [];
  const isCut = collect(bytes, attributes);
  const first = (id: number) => attributes.find((one) => one.id === id)?.data ?? null;
  const properties = readProperties(first(attribute.properties) ?? Buffer.alloc(0));
  const page = first(attribute.codePage);
  const codePage = page !== null && page.length >= 4 ? page.readUInt32LE(0) : 1252;
  const texts = new Texts(properties, codePage, decode);
  const opened = filesOf(attributes);
  const message: TnefMessage = {
    ...bodyOf(texts, first(attribute.body)),
    subject: texts.of(property.subject) ?? texts.decoded(first(attribute.subject)) ?? "",
    from: senderOf(texts),
    sentAt: timeOf(properties.get(property.sentAt)?.value),
    files: [],
    messages: [],
    isCut: isCut || opened.length > most.files,
  };
  for (const file of opened.slice(0, most.files)) addFile(message, file, { codePage, decode, depth });
  return message;
}

/** Collects the attributes (MS-OXTNEF, section 2.1.3.1); returns whether something is missing. */
function collect(bytes: Buffer, attributes: { id: number; data: Buffer }[]): boolean {
  for (let at = 6; at < bytes.length; ) {
    if (at + 9 > bytes.length || attributes.length >= most.attributes) return true;
    const length = bytes.readUInt32LE(at + 5);
    attributes.push({ id: bytes.readUInt16LE(at + 1), data: bytes.subarray(at + 9, at + 9 + length) });
    at += 9 + length + 2;
    if (at - 2 > bytes.length) return true;
  }
  return false;
}

function filesOf(attributes: readonly { id: number; data: Buffer }[]): OpenFile[] {
  const files: OpenFile[] = [];
  for (const { id, data } of attributes) {
    if (id === attribute.beginsFile) files.push({ title: null, bytes: null, properties: new Map() });
    const file = files.at(-1);
    if (!file) continue;
    if (id === attribute.fileTitle) file.title = data;
    else if (id === attribute.fileBytes) file.bytes = data;
    else if (id === attribute.fileProperties) file.properties = readProperties(data);
  }
  return files;
}

type Reading = { codePage: number; decode: Decode; depth: number };

function addFile(message: TnefMessage, { title, bytes, properties }: OpenFile, { codePage, decode, depth }: Reading) {
  const texts = new Texts(properties, codePage, decode);
  const named = [property.longFileName, property.fileName, property.displayName].map((id) => texts.of(id));
  const name = named[0] ?? texts.decoded(title) ?? named[1] ?? named[2] ?? "";
  const data = properties.get(property.fileBytes);
  // The first 16 bytes of an object say what kind it is.
  const object = data?.type === types.object ? data.value.subarray(16) : null;
  if (object !== null && beginsLikeTnef(object) && depth < most.depth) {
    message.messages.push(readMessage(object, decode, depth + 1));
    return;
  }
  const content = bytes ?? object ?? data?.value ?? null;
  if (content === null || content.length === 0) return;
  const contentId = texts.of(property.contentId)?.replace(/^<|>$/g, "") ?? null;
  message.files.push({ name, contentType: texts.of(property.fileType), contentId, bytes: content });
}

/** Decodes text properties with the message's character set. */
class Texts {
  readonly properties: TnefProperties;
  readonly #codePage: number;
  readonly #decode: Decode;

  constructor(properties: TnefProperties, codePage: number, decode: Decode) {
    this.properties = properties;
    this.#codePage = codePage;
    this.#decode = decode;
  }

  /** Returns a property's text; null if it is missing or empty. */
  of(id: number): string | null {
    const found = this.properties.get(id);
    if (!found) return null;
    return this.decoded(found.value, found.type === types.unicode ? 1200 : this.#codePage);
  }

  decoded(bytes: Buffer | null, codePage = this.#codePage): string | null {
    if (bytes === null || bytes.length === 0) return null;
    const size = Math.min(most.textBytes, codePage === 1200 ? bytes.length - (bytes.length % 2) : bytes.length);
    const whole = bytes.subarray(0, size);
    const text = this.#decode(whole, charsetOfCodePage(codePage)).replaceAll("\0", "");
    return text === "" ? null : text;
  }

  /** Returns the code page in a property. */
  page(id: number): number | null {
    const value = this.properties.get(id)?.value;
    return value && value.length >= 4 ? value.readUInt32LE(0) : null;
  }

  rtf(): ReturnType<typeof readRtf> {
    const packed = this.properties.get(property.rtf)?.value;
    const rtf = packed ? expandRtf(packed, most.rtfBytes) : null;
    return rtf && readRtf(rtf, this.#decode);
  }
}

/** Returns the text and HTML, unwrapped from RTF if Outlook put them there. */
function bodyOf(texts: Texts, body: Buffer | null): { text: string | null; html: string | null } {
  const plain = texts.of(property.body) ?? texts.decoded(body);
  const html = htmlOf(texts);
  const isWhole = plain !== null && plain.trim() !== "";
  if (html !== null || isWhole) return { text: plain, html };
  const rtf = texts.rtf();
  if (rtf === null) return { text: plain, html };
  return rtf.kind === "html" ? { text: plain, html: rtf.content } : { text: rtf.content, html };
}

function htmlOf(texts: Texts): string | null {
  const found = texts.properties.get(property.html);
  if (!found) return null;
  if (found.type === types.unicode) return texts.of(property.html);
  const page = texts.page(property.internetPage) ?? texts.page(property.messagePage) ?? undefined;
  return texts.decoded(found.value, page);
}

function senderOf(texts: Texts): TnefMessage["from"] {
  const name = texts.of(property.representedName) ?? texts.of(property.senderName) ?? "";
  const addresses = [property.senderSmtp, property.representedEmail, property.senderEmail].map((id) => texts.of(id));
  const email = addresses.find((address) => address?.includes("@")) ?? "";
  return name === "" && email === "" ? null : { name, email };
}

/** Reads a Windows time: tenths of microseconds since 1601. */
function timeOf(value: Buffer | undefined): Date | null {
  if (!value || value.length < 8) return null;
  const time = new Date(Number(value.readBigUInt64LE(0) / 10_000n) - 11_644_473_600_000);
  const year = time.getUTCFullYear();
  return year > 1970 && year < 2200 ? time : null;
}

/** The initial dictionary (MS-OXRTFCP, section 2.1.2.1), 207 characters. */
const dictionary =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

const headerBytes = 16;
const windowBytes = 4_096;
const compressed = 0x75465a4c;
const plain = 0x414c454d;

/**
 * Decompresses Exchange's RTF (MS-OXRTFCP), up to `mostBytes`, and a truncated one as far as it goes; null for another
 * compression.
 */
export function expandRtf(packed: Buffer, mostBytes: number): Buffer | null {
  if (packed.length < headerBytes) return null;
  const kind = packed.readUInt32LE(8);
  const most = Math.min(mostBytes, packed.readUInt32LE(4));
  if (kind === plain) return packed.subarray(headerBytes, headerBytes + most);
  return kind === compressed ? expand(packed, most) : null;
}

function expand(packed: Buffer, most: number): Buffer {
  const window = Buffer.alloc(windowBytes);
  let end = window.write(dictionary, "latin1");
  // Two bytes expand to at most 17, whatever the header says.
  const out = Buffer.alloc(Math.min(most, packed.length * 9));
  let size = 0;
  const put = (byte: number) => {
    window[end] = byte;
    end = (end + 1) % windowBytes;
    if (size < out.length) out[size++] = byte;
  };
  let at = headerBytes;
  while (at < packed.length && size < out.length) {
    const control = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(packed[at++] ?? 0);
        continue;
      }
      if (at + 2 > packed.length) return out.subarray(0, size);
      const word = packed.readUInt16BE(at);
      at += 2;
      const from = word >> 4;
      if (from === end) return out.subarray(0, size);
      for (let step = 0; step < (word & 15) + 2; step += 1) put(window[(from + step) % windowBytes] ?? 0);
    }
  }
  return out.subarray(0, size);
}

/** The MAPI properties of a message or a file, by identifier, each with its type and first value. */
type TnefProperties = Map<number, { type: number; value: Buffer }>;

/** More than any message has. */
const mostProperties = 4_000;

const propertyTypes = { object: 0x0d, string8: 0x1e, unicode: 0x1f, binary: 0x102 };
const withLength: readonly number[] = Object.values(propertyTypes);
/** The bytes that a value takes, with padding (MS-OXTNEF, section 2.1.3.4). */
const sizes: Readonly<Record<number, number>> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};

/** Reads a list of properties (MS-OXTNEF, section 2.1.3.4), up to the first one that cannot be read. */
function readProperties(bytes: Buffer): TnefProperties {
  const found: TnefProperties = new Map();
  const cursor = new Cursor(bytes);
  const count = Math.min(cursor.number() ?? 0, mostProperties);
  for (let index = 0; index < count; index += 1) {
    const tag = cursor.number();
    if (tag === null) break;
    const [type, id] = [tag & 0xffff, tag >>> 16];
    if (id >= 0x8000 && !cursor.passName()) break;
    const value = readValue(cursor, type);
    if (value === null) break;
    if (!found.has(id)) found.set(id, { type: type & 0x0fff, value });
  }
  return found;
}

/** Reads the first value of a property and skips its others. */
function readValue(cursor: Cursor, type: number): Buffer | null {
  const single = type & 0x0fff;
  const isMany = (type & 0x1000) !== 0;
  const size = sizes[single];
  if (size !== undefined && !isMany) return cursor.take(size);
  const count = cursor.number();
  if (count === null) return null;
  if (size !== undefined) return cursor.take(count * (single === 0x02 ? 2 : size));
  if (!withLength.includes(single)) return null;
  let first: Buffer | null = null;
  for (let index = 0; index < Math.min(count, mostProperties); index += 1) {
    const length = cursor.number();
    const value = length === null ? null : cursor.take(length);
    if (value === null) return first;
    first ??= value;
  }
  return first ?? Buffer.alloc(0);
}

/** Reads values that are padded to four bytes. */
class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  number(): number | null {
    if (this.#at + 4 > this.#bytes.length) return null;
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  /** Takes bytes; a truncated value is returned as far as it goes. */
  take(length: number): Buffer | null {
    if (this.#at >= this.#bytes.length && length > 0) return null;
    const value = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += Math.ceil(length / 4) * 4;
    return value;
  }

  /** Skips the name of a named property; false if it is truncated. */
  passName(): boolean {
    if (this.take(16) === null) return false;
    const kind = this.number();
    const length = this.number();
    if (kind === null || length === null) return false;
    return kind === 0 || this.take(length) !== null;
  }
}
