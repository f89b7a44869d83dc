import { crc32, deflateSync } from "node:zlib";

export type DemoFile = "photo" | "invoice" | "label" | "leaflet" | "details";
type MadeFile = { filename: string; contentType: string; bytes: Buffer };

/** Makes a small real file to attach to a message; `order` is the order's name. */
export function makeDemoFile(file: DemoFile, order: string): MadeFile {
  const number = order.replace("#", "");
  const pdf = (name: string, lines: string[]) => ({
    filename: `${name}-${number}.pdf`,
    contentType: "application/pdf",
    bytes: makePdf(lines),
  });
  switch (file) {
    case "photo":
      return { filename: `IMG_${number}.png`, contentType: "image/png", bytes: makePng(320, 240) };
    case "invoice":
      return pdf("invoice", ["Lumen & Loom", `Invoice for order ${order}`, "Thank you for your order."]);
    case "label":
      return pdf("return-label", ["Lumen & Loom", "Returns, 1 Weaver's Row", `Return of order ${order}`]);
    case "leaflet":
      return pdf("leaflet", ["Lumen & Loom", "Bulb: E27, at most 8 W LED, 2,700 K", "Unplug before changing it."]);
    case "details": {
      const text = `Company: Example Trading Ltd\nVAT number: IE0000000EX\nOrder: ${order}\n`;
      return { filename: "company-details.txt", contentType: "text/plain", bytes: Buffer.from(text) };
    }
  }
}

/** One A4 page with lines of text (ISO 32000-1, sections 7.5 and 9.4). */
export function makePdf(lines: string[]): Buffer {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`).join(" ");
  const content = `BT /F1 16 Tf 22 TL 72 760 Td ${shown} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** A picture of evening light: 8-bit RGB (PNG specification, sections 5 and 11). */
export function makePng(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const glow = Math.max(0, 1 - Math.hypot(x - width / 2, y - height / 3) / (width / 2));
      const at = y * (1 + width * 3) + 1 + x * 3;
      rows.set([60 + 195 * glow, 52 + 150 * glow, 64 + 60 * glow], at);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.of()),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const rate = 8000;

/** A chime of three notes that die away: 8-bit mono (RIFF WAVE, "Multimedia Programming Interface 1.0", section 3). */
export function makeWav(): Buffer {
  const notes = [523.25, 659.25, 783.99];
  const samples = Buffer.alloc(2 * rate);
  for (let at = 0; at < samples.length; at += 1) {
    const wave = notes.reduce((sum, pitch, index) => {
      const seconds = at / rate - index * 0.35;
      return seconds < 0 ? sum : sum + Math.sin(2 * Math.PI * pitch * seconds) * Math.exp(-3 * seconds);
    }, 0);
    samples[at] = 128 + Math.round(40 * wave);
  }
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  // PCM, one channel; samples and bytes a second, bytes and bits a sample.
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
