import type { PolishUse } from "../../server/src/testing/polish/measure-polish.ts";
import { verdict } from "../result.ts";

export const polishName = "polish";

export const polishHead = "| polish | cases | share | aim |\n| --- | ---: | ---: | --- |";

export function toPolishLine({ name, cases, share, aim, holds }: PolishUse): string {
  return `| ${name} | ${cases} | ${(share * 100).toFixed(1)} % | ${verdict(holds, aim)} |`;
}
