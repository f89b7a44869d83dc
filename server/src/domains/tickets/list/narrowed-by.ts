import type { FigureFilter } from "@deskhand/contract/reports/figure-filter";
import { readTrait, type Trait } from "@deskhand/contract/reports/figures";

/** What `narrowed_facts` leaves: any of the named values of each dimension, and what took so long. A level is not narrowed by hours. */
export function narrowedBy(traits: readonly Trait[], took: FigureFilter["took"], isLevel = false) {
  const by = Map.groupBy(traits, (trait) => readTrait(trait)?.dimension ?? "tag");
  const valuesOf = (of: readonly Trait[]) => of.map((trait) => readTrait(trait)?.value ?? "");
  const [persons, hours] = [by.get("person"), by.get("hour")];
  const others = [...by].filter(([dimension]) => dimension !== "person" && dimension !== "hour").map(([, of]) => of);
  return {
    ...(persons && { persons: valuesOf(persons) }),
    ...(hours && !isLevel && { hours: valuesOf(hours) }),
    ...(others.length > 0 && { traits: others }),
    ...(took && { took: [took.from, took.to], ...(took.hours === "working" && { worked: true }) }),
  };
}
