/** Longer targets are cut. */
const longest = 2_000;

/**
 * A link's target as it is written behind its words; null if these say it already, or if it opens no page, mailbox or telephone. An
 * address with "+tag" is not written, as the tag may be the right to answer.
 */
export function writtenTarget(href: string, words: string): string | null {
  const bare = href.trim().replace(/\p{C}/gu, "");
  if (!/^(?:https?:\/\/|www\.|mailto:|tel:)[^\s?]/i.test(bare) || /^mailto:[^@?]*\+/i.test(bare)) return null;
  const isWeb = !/^(?:mailto|tel):/i.test(bare);
  const target = (isWeb ? bare : bare.replace(/^[^:]+:|\?.*$/g, "")).replace(/[\s<>]/g, encodeURIComponent);
  const shown = words.replace(/\s+/g, " ").trim();
  if (shown === "" || isSaid(shown, target, isWeb)) return null;
  return target.length > longest ? `${target.slice(0, longest)}…` : target;
}

// Of an address or number the place in the words does not matter; another page may only look alike: "shop.example" in "shop.example.evil.example".
function isSaid(shown: string, target: string, isWeb: boolean): boolean {
  if (/^\+?\d/.test(target) && !target.includes("@")) return digits(shown).endsWith(digits(target).slice(-9));
  return isWeb ? plain(shown) === plain(target) : shown.toLowerCase().includes(target.toLowerCase());
}

function plain(address: string): string {
  return address
    .toLowerCase()
    .replace(/^[<([]?(?:https?:\/\/)?(?:www\.)?/, "")
    .replace(/[/.,;:!?)\]>]{1,5}$/, "");
}

function digits(text: string): string {
  return text.replace(/\D/g, "");
}

/** Removes written targets at `publicUrl`, which may hold a right of the mail's recipient, also where a server rewrote them. */
export function withoutTargetsAt(publicUrl: string, text: string): string {
  const own = [publicUrl, encodeURIComponent(publicUrl)].map((address) => address.toLowerCase());
  return text.replace(/ ?<(https?:\/\/[^\s<>]{1,4000})>/g, (written, target: string) =>
    own.some((address) => target.toLowerCase().includes(address)) ? "" : written,
  );
}
