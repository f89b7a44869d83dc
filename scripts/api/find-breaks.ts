import type { Field, Fields, V1 } from "./read-v1.ts";

/** Says in words what of a change of `/api/v1` would break programs; additions break nothing. */
export function findBreaks(before: V1, now: V1): string[] {
  return Object.entries(before).flatMap(([name, promised]) => {
    const kept = now[name];
    if (!kept) return [`${name} was removed`];
    const moved =
      kept.request === promised.request ? [] : [`${name} is ${kept.request} instead of ${promised.request}`];
    const scope =
      kept.scope === promised.scope ? [] : [`${name} needs the scope ${kept.scope} instead of ${promised.scope}`];
    return [
      ...moved,
      ...scope,
      ...inputBreaks(promised.input, kept.input).map((words) => `${name}, input: ${words}`),
      ...outputBreaks(promised.output, kept.output).map((words) => `${name}, output: ${words}`),
    ];
  });
}

/** What a program sent before has to be taken, and to be enough. */
function inputBreaks(before: Fields, now: Fields): string[] {
  const added = Object.entries(now).filter(([path, { isRequired }]) => isRequired && !before[path]);
  // What is inside of something optional that is new is sent by nobody yet.
  const demanded = added.filter(([path]) => !isInsideNew(path, before));
  return [
    ...Object.entries(before).flatMap(([path, promised]) => {
      const kept = now[path];
      if (!kept) return [`${path} was removed`];
      const most = kept.most !== undefined && kept.most < (promised.most ?? Number.POSITIVE_INFINITY);
      return [
        ...(kept.isRequired && !promised.isRequired ? [`${path} is required`] : []),
        ...(most ? [`${path} takes less than before`] : []),
        ...missing(promised, kept).map((what) => `${path} no longer takes ${what}`),
        ...(kept.values && !promised.values ? [`${path} takes only listed values`] : []),
      ];
    }),
    ...demanded.map(([path]) => `${path} is new and required`),
  ];
}

function isInsideNew(path: string, before: Fields): boolean {
  const parents = [...path.matchAll(/[.[]/g)]
    .map(({ index }) => path.slice(0, index))
    .filter((parent) => parent !== "");
  return parents.some((parent) => !before[parent]);
}

/** What a program read before has to be there, and to be nothing else. */
function outputBreaks(before: Fields, now: Fields): string[] {
  return Object.entries(before).flatMap(([path, promised]) => {
    const kept = now[path];
    if (!kept) return [`${path} was removed`];
    return [
      ...(promised.isRequired && !kept.isRequired ? [`${path} may be absent`] : []),
      ...kept.types
        .filter((type) => !promised.types.includes(type))
        .map((type) => `${path} may be of the type ${type}`),
      ...missing(promised, kept)
        .filter((what) => promised.values?.includes(what))
        .map((value) => `${path} has lost the value ${value}`),
    ];
  });
}

/** The types and values that are no longer there. */
function missing(promised: Field, kept: Field): string[] {
  const { values } = kept;
  return [
    ...promised.types.filter((type) => !kept.types.includes(type) && !kept.types.includes("any")),
    ...(values ? (promised.values ?? []).filter((value) => !values.includes(value)) : []),
  ];
}
