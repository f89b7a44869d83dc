import { Star } from "lucide-react";
import { useId } from "react";
import { cx } from "../../ui/cx.ts";

interface StarRatingProps {
  label: string;
  /** 1 to 5; null for none yet. */
  value: number | null;
  onChange: (stars: number) => void;
}

/** Five stars of which one is chosen: a group of radio buttons, so that the arrow keys choose. */
export function StarRating({ label, value, onChange }: StarRatingProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <legend className="float-left text-soft">{label}</legend>
      <div className="group flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            title={starsText(stars)}
            className={cx(
              "relative grid size-9 place-items-center rounded-control transition-colors duration-120 hover:bg-hover",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2",
              stars <= (value ?? 0) ? "text-amber" : "text-edge",
            )}
          >
            <input
              type="radio"
              name={name}
              value={stars}
              checked={stars === value}
              onChange={() => onChange(stars)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <Star size={20} aria-hidden className={cx(stars <= (value ?? 0) && "fill-current")} />
            <span className="sr-only">{starsText(stars)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function starsText(stars: number): string {
  return `${stars} star${stars === 1 ? "" : "s"}`;
}
