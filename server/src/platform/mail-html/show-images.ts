/** How to show a mail's images: from which addresses. Null omits an inline image, or blocks remote ones. */
export type ShownImages = {
  addressOf: (contentId: string) => string | null;
  remote: ((address: string, at: number) => string) | null;
};

/** No mail shows more remote images. */
const mostRemote = 100;

/** Matches our sanitiser's output, whose values never contain a bare quote, "<" or ">". */
const image = /<img ([^<>]*)>/g;
const asideAddress = /data-(cid|src)="([^"]*)"/;

/** Sets the addresses of images in sanitised HTML, which were moved aside until it is shown. Runs in linear time. */
export function showImages(safe: string, { addressOf, remote }: ShownImages): string {
  const places = new Map(remote ? remoteImages(safe).map((address, at) => [address, at]) : []);
  return safe.replace(image, (tag) =>
    tag.replace(asideAddress, (mark, kind: string, value: string) => {
      const reference = plain(value);
      if (kind === "cid") {
        const address = addressOf(reference);
        return address === null ? "" : `src="${address}"`;
      }
      const at = places.get(reference);
      return remote && at !== undefined ? `src="${remote(reference, at)}"` : mark;
    }),
  );
}

/** Returns the distinct addresses of remote images in sanitised HTML, in order, as far as they are shown. */
export function remoteImages(safe: string): string[] {
  const found = new Set<string>();
  for (const [tag] of safe.matchAll(image)) {
    const [, kind, value = ""] = asideAddress.exec(tag) ?? [];
    if (kind === "src") found.add(plain(value));
    if (found.size === mostRemote) break;
  }
  return [...found];
}

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function plain(value: string): string {
  return value.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
}
