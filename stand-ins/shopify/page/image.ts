import { json, type Outgoing } from "../http.ts";
import { escapeHtml } from "./html.ts";

/** Answers GET /images/NAME.svg with a plain picture that shows the name in a colour of its own. */
export function imageAnswer(path: string): Outgoing {
  const name = /^\/images\/([\w -]{1,60})\.svg$/.exec(path)?.[1];
  if (!name) return json(404, { errors: "Not Found" });
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  const words = name.split(/[ -]/).slice(0, 2);
  const lines = words.map((word, line) => `<text x="40" y="${46 + line * 14}">${escapeHtml(word)}</text>`).join("");
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 80 80"><rect width="80" height="80" fill="hsl(${hue} 35% 32%)"/><circle cx="40" cy="22" r="9" fill="hsl(${hue} 60% 75%)"/><g fill="#fff" font-family="sans-serif" font-size="10" text-anchor="middle">${lines}</g></svg>`;
  return { status: 200, headers: { "content-type": "image/svg+xml", "cache-control": "max-age=3600" }, body };
}
