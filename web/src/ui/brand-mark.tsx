import mark from "./mark.svg";

/** The product's mark, beside its name. */
export function BrandMark({ size = 30 }: { size?: number }) {
  return <img src={mark} alt="" width={size} height={size} className="shrink-0" />;
}
