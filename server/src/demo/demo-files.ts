import { makePdf } from "./make-pdf.ts";
import { makePng } from "./make-png.ts";

export type DemoFile = "photo" | "invoice" | "label" | "leaflet" | "details";
export type MadeFile = { filename: string; contentType: string; bytes: Buffer };

/** Makes a small real file that comes with a message; `order` is the order's name. */
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
