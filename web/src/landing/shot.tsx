import type { ReactNode } from "react";
import { cx } from "../ui/cx.ts";

interface ShotProps {
  /** The picture's name in `shots/`. */
  name: string;
  widths: readonly number[];
  /** Of its largest file, in pixels. */
  size: readonly [width: number, height: number];
  /** How wide it is shown, as CSS says it in `sizes`. */
  sizes: string;
  alt: string;
  /** Whether it is seen at once; all others are loaded when they come near. */
  isFirst?: boolean;
  className?: string;
}

/** A picture of the product itself, in the width that the screen needs. Taken by scripts/screenshots.ts. */
export function Shot({ name, widths, size: [width, height], sizes, alt, isFirst = false, className }: ShotProps) {
  return (
    <img
      src={shotUrl(name, widths.at(-1) ?? 0)}
      srcSet={sourcesOf(name, widths)}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={isFirst ? "eager" : "lazy"}
      decoding="async"
      fetchPriority={isFirst ? "high" : "auto"}
      className={cx("h-auto w-full", className)}
    />
  );
}

interface PhoneShotProps {
  name: string;
  widths: readonly number[];
  size: readonly [width: number, height: number];
  children: ReactNode;
}

/** Shows what phones show where the screen is as narrow: another picture, not a smaller one. */
export function WithPhoneShot({ name, widths, size: [width, height], children }: PhoneShotProps) {
  return (
    <picture>
      <source media="(width < 40rem)" srcSet={sourcesOf(name, widths)} sizes="90vw" width={width} height={height} />
      {children}
    </picture>
  );
}

/** The files of a picture with their widths, as `srcset` lists them. */
function sourcesOf(name: string, widths: readonly number[]): string {
  return widths.map((width) => `${shotUrl(name, width)} ${width}w`).join(", ");
}

function shotUrl(name: string, width: number): string {
  return `/src/landing/shots/${name}-${width}.webp`;
}
