const v4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const v6 = /^[\da-f:]{2,39}$/i;

/** The network that an address stands in, as far as one customer of a provider has it: /24 of IPv4, /56 of IPv6 (RFC 6177). */
export function networkOf(ip: string | null): string {
  const plain = ip?.replace(/^::ffff:(?=[\d.]+$)/i, "").replace(/%.*$/, "") ?? "";
  if (v4.test(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!v6.test(plain) || !plain.includes(":")) return "unknown";
  const [head = "", tail = ""] = plain.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const zeros = plain.includes("::") ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0") : [];
  const first = [...before, ...zeros, ...after].slice(0, 4).map((group) => group.padStart(4, "0"));
  return `${first.join("").slice(0, 14)}/56`;
}
