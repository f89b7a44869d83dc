/** Where a product's picture is, no larger than it is shown, in pixels: Shopify's own servers scale theirs to the `width` they are asked for. */
export function pictureUrl(url: string, size: number): string {
  if (!URL.canParse(url)) return url;
  const wanted = new URL(url);
  // Twice as many for screens that are as fine.
  if (wanted.hostname === "cdn.shopify.com") wanted.searchParams.set("width", String(2 * size));
  return wanted.href;
}
