import { verdict } from "../result.ts";
import { ratioOf, type TextUse } from "./measure-texts.ts";

export const textsName = "texts";

/** Times are processor time; of all hostile texts, the one with the greatest growth is shown. */
export const textsHead = [
  "| function | characters | hostile texts | worst | ms | ms for 8 times as many | times | times of a plain text | aim |",
  "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- |",
].join("\n");

export function toTextLine({ name, length, texts, worst, hostile, plain, holds }: TextUse): string {
  const figures = [hostile.shortMs.toFixed(3), hostile.longMs.toFixed(3), ratioOf(hostile).toFixed(1)];
  const cells = [
    name,
    length,
    texts,
    `\`${worst.replaceAll("|", "\\|")}\``,
    ...figures,
    ratioOf(plain).toFixed(1),
    verdict(holds, "< 24"),
  ];
  return `| ${cells.join(" | ")} |`;
}
