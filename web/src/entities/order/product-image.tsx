import { Package } from "lucide-react";
import { useState } from "react";
import { cx } from "../../ui/cx.ts";

interface ProductImageProps {
  url: string | null;
  /** What is shown of a picture that does not load: the sign of a product, or nothing. */
  whenBroken: "sign" | "nothing";
  /** On either side, in pixels. */
  size: 24 | 44;
}

/** A product's picture beside its name, which says all that it would; without one the sign of a product. */
export function ProductImage({ url, whenBroken, size }: ProductImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = url !== null && url === broken;
  const isSign = url === null || (isBroken && whenBroken === "sign");
  return (
    <span
      className={cx(
        "grid shrink-0 place-items-center overflow-clip rounded-tag",
        size === 24 ? "size-6" : "size-11",
        (isSign || !isBroken) && "border border-line bg-raised text-faint",
      )}
    >
      {isSign && <Package size={size === 24 ? 13 : 18} aria-hidden />}
      {url !== null && !isBroken && (
        <img
          src={pictureUrl(url, size)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          // Whoever serves the picture need not learn the address of the desk.
          referrerPolicy="no-referrer"
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}

/** Where a product's picture is, no larger than it is shown, in pixels: Shopify's own servers scale theirs to the `width` they are asked for. */
export function pictureUrl(url: string, size: number): string {
  if (!URL.canParse(url)) return url;
  const wanted = new URL(url);
  // Twice as many for screens that are as fine.
  if (wanted.hostname === "cdn.shopify.com") wanted.searchParams.set("width", String(2 * size));
  return wanted.href;
}
