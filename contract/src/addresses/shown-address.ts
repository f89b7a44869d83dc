/** The letters of a domain's label that nobody confuses: those of one script, or of a pair of scripts that one language uses. */
const scripts = [
  ...[
    "Latin",
    "Greek",
    "Cyrillic",
    "Armenian",
    "Georgian",
    "Hebrew",
    "Arabic",
    "Devanagari",
    "Bengali",
    "Gurmukhi",
    "Gujarati",
  ],
  ...["Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Myanmar", "Khmer", "Ethiopic", "Tibetan"],
].map((script) => `\\p{Script=${script}}`);
const han = "\\p{Script=Han}";
const together = [
  `${han}\\p{Script=Hiragana}\\p{Script=Katakana}ー`,
  `${han}\\p{Script=Hangul}`,
  `${han}\\p{Script=Bopomofo}`,
];
const readable = new RegExp(
  `^(?=[\\p{L}\\p{M}\\d-]+$)(?:${[...scripts, ...together].map((letters) => `[${letters}\\p{Script=Inherited}\\d-]+`).join("|")})$`,
  "u",
);
/** Letters of other scripts that look like Latin ones: a word of only these reads as a Latin word. */
const likeLatin = /^[\d\-аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡαγεηικνορτυχω]+$/u;

/**
 * Writes an address for people to read: with the letters of its domain instead of their DNS form ("ina@münchen.example"), if nobody could
 * confuse them. Use it on screen, in quoted and in forwarded text; to send, store and compare, use the address itself.
 */
export function shownAddress(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const labels = email.slice(at).split(".");
  if (!labels.some(isEncoded)) return email;
  const shown = labels.map((label) => (isEncoded(label) ? decoded(label.slice(4)) : label)).join(".");
  const isItself = URL.parse(`http://${shown}`)?.hostname === email.slice(at);
  const isPlain = labels.every((label, nth) => {
    const letters = shown.split(".")[nth] ?? "";
    return !isEncoded(label) || (readable.test(letters) && !likeLatin.test(letters));
  });
  return isItself && isPlain ? email.slice(0, at) + shown : email;
}

/** Does the same for all addresses in a text of the desk's, such as "Ina <ina@xn--mnchen-3ya.example>". */
export function shownText(text: string): string {
  return text.replace(/(?:[a-z\d_-]+\.)*xn--[a-z\d-]+(?:\.[a-z\d_-]+)*/g, shownAddress);
}

function isEncoded(label: string): boolean {
  return label.startsWith("xn--");
}

/** Decodes a label from its DNS form (RFC 3492, section 6.2); other text gives nonsense, which encodes to something else. */
function decoded(label: string): string {
  const cut = label.lastIndexOf("-");
  const letters = cut < 0 ? [] : [...label.slice(0, cut)];
  let [point, place, bias] = [128, 0, 72];
  for (let at = cut + 1; at < label.length; place++) {
    const before = place;
    for (let weight = 1, k = 36; at < label.length; k += 36) {
      const digit = (Number.parseInt(label[at++] ?? "", 36) + 26) % 36;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      place += digit * weight;
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const many = letters.length + 1;
    let rest = Math.floor((place - before) / (before === 0 ? 700 : 2));
    rest += Math.floor(rest / many);
    for (bias = 0; rest > 455; bias += 36) rest = Math.floor(rest / 35);
    bias += Math.floor((36 * rest) / (rest + 38));
    point += Math.floor(place / many);
    place %= many;
    if (!(point <= 0x10_ff_ff)) return label;
    letters.splice(place, 0, String.fromCodePoint(point));
  }
  return letters.join("");
}
