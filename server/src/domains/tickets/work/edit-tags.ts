/** Tags after some were taken off and others put on; upper and lower case are alike, and what is there already stays as it is. */
export function editTags(
  tags: string[],
  { addTags, removeTags }: { addTags: string[]; removeTags: string[] },
): { tags: string[]; added: string[]; removed: string[] } {
  const unwanted = new Set(removeTags.map(fold));
  const kept = tags.filter((tag) => !unwanted.has(fold(tag)));
  const known = new Set(kept.map(fold));
  const added = addTags.filter((tag) => !known.has(fold(tag)) && known.add(fold(tag)));
  return { tags: [...kept, ...added], added, removed: tags.filter((tag) => unwanted.has(fold(tag))) };
}

function fold(tag: string): string {
  return tag.toLowerCase();
}
