import { Package } from "lucide-react";
import { useState } from "react";
import { cx } from "../../ui/cx.ts";

interface ProductImageProps {
  url: string | null;
  /** What replaces a picture that does not load: a product icon, or nothing. */
  whenBroken: "sign" | "nothing";
  /** The length of each side, in pixels. */
  size: 24 | 44;
}

/** A product's picture beside its name, which says the same in words; without a picture, a product icon. */
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
          // The server of the picture need not learn the desk's address.
          referrerPolicy="no-referrer"
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}

/** The address of a product's picture, no larger than shown: Shopify's servers scale pictures to the `width` asked for, in pixels. */
export function pictureUrl(url: string, size: number): string {
  if (!URL.canParse(url)) return url;
  const scaled = new URL(url);
  // Screens of double density need twice as many pixels.
  if (scaled.hostname === "cdn.shopify.com") scaled.searchParams.set("width", String(2 * size));
  return scaled.href;
}
