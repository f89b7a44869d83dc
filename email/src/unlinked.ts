/** What joins the parts of an address, also as other scripts write it, where something follows. */
const joints = /[.:/\\@\u2024\u3002\uff0e\uff1a\uff0f\uff20\uff61](?=\S)/gu;

/**
 * A store's or person's name as it is written in a mail to somebody who may not know them: a mail program makes links of what looks like
 * an address, and a name is what its bearer likes. A sign that nobody sees parts it.
 */
export function unlinked(name: string): string {
  return name.replace(joints, "$&\u2060");
}
