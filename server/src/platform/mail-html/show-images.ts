/** How the images of a mail are shown: where each is served from. Null leaves an inline one out, and holds remote ones back. */
export type ShownImages = {
  addressOf: (contentId: string) => string | null;
  remote: ((address: string, at: number) => string) | null;
};

/** More pictures of other servers no mail shows. */
const mostRemote = 100;

/** Our own sanitiser wrote it: no value holds a quote, a "<" or a ">" as it is. */
const image = /<img ([^<>]*)>/g;
const held = /data-(cid|src)="([^"]*)"/;

/** Gives the images of sanitised HTML their addresses, which stand beside until somebody reads it. Takes time linear in its length. */
export function showImages(safe: string, { addressOf, remote }: ShownImages): string {
  const places = new Map(remote ? remoteImages(safe).map((address, at) => [address, at]) : []);
  return safe.replace(image, (tag) =>
    tag.replace(held, (mark, kind: string, value: string) => {
      const named = plain(value);
      if (kind === "cid") {
        const address = addressOf(named);
        return address === null ? "" : `src="${address}"`;
      }
      const at = places.get(named);
      return remote && at !== undefined ? `src="${remote(named, at)}"` : mark;
    }),
  );
}

/** The addresses of the remote images of sanitised HTML, each once, in their order, as far as they are shown. */
export function remoteImages(safe: string): string[] {
  const found = new Set<string>();
  for (const [tag] of safe.matchAll(image)) {
    const [, kind, value = ""] = held.exec(tag) ?? [];
    if (kind === "src") found.add(plain(value));
    if (found.size === mostRemote) break;
  }
  return [...found];
}

const signs: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function plain(value: string): string {
  return value.replace(/&(?:amp|lt|gt|quot);/g, (entity) => signs[entity] ?? entity);
}
