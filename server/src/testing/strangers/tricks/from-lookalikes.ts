import { anyStranger, putBytes, type Stage, type Trick } from "./trick.ts";

type Parts = { local: string; domain: string; victim: string; stranger: string };

function partsOf({ scene, stranger }: Stage): Parts {
  const victim = scene.victim.email;
  const [local = "", domain = ""] = victim.split("@");
  return { local, domain, victim, stranger: stranger.email };
}

/** A mail from an address of the stranger that only looks like the customer's. */
function lookalike(name: string, address: (parts: Parts) => string): Trick {
  return {
    name: `lookalike: ${name}`,
    make: (stage) => {
      const own = address(partsOf(stage));
      return { from: [`${stage.scene.victim.name} <${own}>`], mayShow: [anyStranger] };
    },
  };
}

/** Addresses that an eye, a case fold or a careless comparison mistakes for the customer's. */
export const fromLookalikes: Trick[] = [
  lookalike("a Cyrillic letter in the domain", ({ local, domain }) => `${local}@${domain.replace("e", "е")}`),
  lookalike(
    "a Cyrillic letter in the name",
    ({ local, domain }) => `${local.replace(/[ae]/, (sign) => (sign === "a" ? "а" : "е"))}@${domain}`,
  ),
  lookalike("the Kelvin sign in the domain", ({ local, domain }) => `${local}@${domain.replace(/[kh]/, "\u212a")}`),
  lookalike("the Kelvin sign in the name", ({ local, domain }) => `${local.replace("k", "\u212a")}@${domain}`),
  lookalike("full-width letters", ({ local, domain }) => `${local.replace("k", "ｋ")}@${domain}`),
  lookalike("a full-width domain", ({ local, domain }) => `${local}@${domain.replace("n", "ｎ")}`),
  lookalike("an ideographic full stop", ({ local, domain }) => `${local}@${domain.replace(".", "。")}`),
  lookalike("a dotless letter", ({ local, domain }) => `${local}@${domain.replace("e", "ı")}`),
  lookalike("a soft hyphen", ({ local, domain }) => `${local}\u00ad@${domain}`),
  lookalike("a letter without width", ({ local, domain }) => `${local}@${domain}\u200b`),
  lookalike("a byte order mark", ({ victim }) => `\ufeff${victim}`),
  lookalike("a mark that turns the direction", ({ victim }) => `\u202e${victim}`),
  lookalike("a combining accent", ({ local, domain }) => `${local}\u0301@${domain}`),
  lookalike("punycode", ({ local, domain }) => `${local}@xn--${domain.split(".")[0]}-9db.example`),
  lookalike("another top-level domain", ({ local, domain }) => `${local}@${domain.replace(".example", ".test")}`),
  lookalike("a domain below", ({ local, domain }) => `${local}@mail.${domain}`),
  lookalike("a domain above", ({ local }) => `${local}@example`),
  lookalike("a longer domain", ({ local, domain }) => `${local}@${domain}.evil.example`),
  lookalike("a domain with a prefix", ({ local, domain }) => `${local}@x${domain}`),
  lookalike("a trailing dot", ({ victim }) => `${victim}.`),
  lookalike("two dots", ({ local, domain }) => `${local}..@${domain}`),
  lookalike("a sub-address", ({ local, domain }) => `${local}+orders@${domain}`),
  lookalike("a sub-address by a hyphen", ({ local, domain }) => `${local}-1@${domain}`),
  lookalike("without its dot", ({ local, domain }) => `${local.replace(".", "")}@${domain}`),
  lookalike("with another dot", ({ local, domain }) => `${local.replace(/^(..)/, "$1.")}@${domain}`),
  lookalike("a longer name", ({ victim }) => `x${victim}`),
  lookalike(
    "an underscore, which a pattern takes for any sign",
    ({ local, domain }) => `${local.replace(".", "_")}@${domain}`,
  ),
  lookalike("a percent sign, which a pattern takes for anything", ({ domain }) => `%@${domain}`),
  lookalike("an address literal", ({ local }) => `${local}@[192.0.2.1]`),
  lookalike("another person there", ({ domain }) => `colleague@${domain}`),
  {
    name: "lookalike: a byte of another alphabet",
    make: (stage) => {
      const { local, domain } = partsOf(stage);
      const at = { from: [`<${local}{byte}@${domain}>`], mayShow: [anyStranger] };
      const finish = (raw: Buffer) => putBytes(raw, "{byte}", [stage.random.pick([0xad, 0xa0, 0xc0, 0x9d, 0xff])]);
      return { ...at, finish };
    },
  },
];
