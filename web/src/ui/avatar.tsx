import { useState } from "react";
import { cx } from "./cx.ts";

interface AvatarProps {
  name: string;
  /** The picture's address; null shows the initials. */
  url: string | null;
  size?: keyof typeof sizes;
}

const sizes = { md: "size-8 text-xs", lg: "size-16 text-xl" };

/** A person's picture, or their initials. It says nothing to screen readers: the name stands beside it. */
export function Avatar({ name, url, size = "md" }: AvatarProps) {
  // The address of a picture that failed to load, perhaps because it was removed meanwhile.
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span
      aria-hidden
      className={cx(
        "grid shrink-0 select-none place-items-center overflow-hidden rounded-full bg-hover font-semibold text-soft",
        sizes[size],
      )}
    >
      {url !== null && url !== missing ? (
        <img src={url} alt="" draggable={false} className="size-full object-cover" onError={() => setMissing(url)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

/** "MC" from "Mina Castellanos", "J" from "jo": the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][^\s._-]*/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toLocaleUpperCase("en-US") || "?";
}
