/** One value in DER (ITU-T X.690): tag, length, content. */
export function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
}

function lengthOf(size: number): number[] {
  if (size < 0x80) return [size];
  const bytes: number[] = [];
  for (let rest = size; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

/** SEQUENCE of the given values. */
export function sequence(...values: Uint8Array[]): Buffer {
  return der(0x30, ...values);
}

/** OBJECT IDENTIFIER from its dotted form. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift(0x80 | (left & 0x7f));
    bytes.push(...groups);
  }
  return der(0x06, Uint8Array.from(bytes));
}

/** GeneralizedTime, in UTC, to the second. */
export function generalizedTime(time: Date): Buffer {
  return der(0x18, Buffer.from(`${time.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`, "ascii"));
}
