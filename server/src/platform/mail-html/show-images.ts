/** How the images of a mail are shown: where an inline one is served from (null leaves it out), and whether remote ones load. */
export type ShownImages = { addressOf: (contentId: string) => string | null; isRemoteShown: boolean };

/** Our own sanitiser wrote it: no value holds a quote, a "<" or a ">" as it is. */
const image = /<img ([^<>]*)>/g;
const held = /data-(cid|src)="([^"]*)"/;

/** Gives the images of sanitised HTML their addresses, which stand beside until somebody reads it. Takes time linear in its length. */
export function showImages(safe: string, { addressOf, isRemoteShown }: ShownImages): string {
  return safe.replace(image, (tag) =>
    tag.replace(held, (mark, kind: string, value: string) => {
      if (kind === "src") return isRemoteShown ? `src="${value}" referrerpolicy="no-referrer"` : mark;
      const address = addressOf(plain(value));
      return address === null ? "" : `src="${address}"`;
    }),
  );
}

const signs: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function plain(value: string): string {
  return value.replace(/&(?:amp|lt|gt|quot);/g, (entity) => signs[entity] ?? entity);
}
