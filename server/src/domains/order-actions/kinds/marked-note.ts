/** The end of a note to the store's staff, by which the result of a lost answer is found. */
export function markOf(id: string): string {
  return `Deskhand ${id.slice(-12)}`;
}

/** A note with the mark, of at most 255 characters. */
export function markedNote(note: string, id: string): string {
  const mark = markOf(id);
  return note === "" ? mark : `${note.slice(0, 250 - mark.length)} · ${mark}`;
}
