import type { Scene } from "../open-scenes.ts";
import type { Forgery, Stage, Trick } from "./trick.ts";

const swapped = (sign: string | undefined) => (sign === "a" ? "b" : "a");
const halves = (address: string) =>
  [address.slice(0, address.lastIndexOf("@")), address.slice(address.lastIndexOf("@"))] as const;

/** Ways to alter an id or address of ours so that its signature becomes wrong. */
const alterations: Record<string, (mark: string, stage: Stage) => string> = {
  "another last sign": (mark) => mark.replace(/(.)(?=@)/, swapped),
  "another first sign of the ticket": (mark) => mark.replace(/(\.)(.)/, (_, dot, sign) => dot + swapped(sign)),
  "cut by a sign": (mark) => mark.replace(/.@/, "@"),
  "cut by ten signs": (mark) => mark.replace(/.{10}@/, "@"),
  "without a signature": (mark) => mark.replace(/\.[^.@]+@/, "@"),
  "an empty signature": (mark) => mark.replace(/\.[^.@]+@/, ".@"),
  "a longer signature": (mark) => mark.replace("@", "a@"),
  "signed twice": (mark) => mark.replace(/(\.[^.@]+)@/, "$1$1@"),
  "a signature of letters alike": (mark) =>
    mark.replace(/[^.@]+@/, (signature) => `${"a".repeat(signature.length - 1)}@`),
  "a signature turned round": (mark) => {
    const [local, domain] = halves(mark);
    const at = local.lastIndexOf(".") + 1;
    return local.slice(0, at) + [...local.slice(at)].reverse().join("") + domain;
  },
  "the stranger's own signature": (mark, { scene, random }) => {
    const own = mark.startsWith("help+") ? scene.neighbour.replyAddress : scene.neighbour.ourId;
    const signature = halves(own)[0].split(".").at(-1);
    return mark.replace(/[^.@]+@/, `${signature}@`).replace("@", random.pick(["@", "@"]));
  },
};

const namesOurId = (id: string): Forgery => ({
  fields: [`In-Reply-To: <${id}>`, `References: <first@elsewhere.example> <${id}>`],
  pointer: { subject: "Re: Where is my order?", fields: [] },
});

const altered: Trick[] = Object.entries(alterations).flatMap(([name, alter]) => [
  {
    name: `our Message-ID with ${name}`,
    ends: ["quarantined", "ticket_created"] as const,
    make: (stage: Stage) => namesOurId(alter(stage.scene.ourId, stage)),
  },
  {
    name: `a reply address with ${name}`,
    ends: ["quarantined"] as const,
    make: (stage: Stage) => ({ to: [alter(stage.scene.replyAddress, stage)] }),
  },
]);

const elsewhereId = (name: string, id: (scene: Scene) => string): Trick => ({
  name: `our Message-ID ${name}`,
  ends: ["ticket_created", "quarantined"],
  make: ({ scene }) => namesOurId(id(scene)),
});

/** Our own marks, altered, moved, or taken from elsewhere. */
export const alteredMarks: Trick[] = [
  ...altered,
  elsewhereId("at another domain", ({ ourId }) => ourId.replace(/@.*/, "@mail.example")),
  elsewhereId("at a domain below ours", ({ ourId }) => ourId.replace("@", "@x.")),
  elsewhereId("with another prefix", ({ ourId }) => ourId.replace("dh.", "dx.")),
  elsewhereId("with the reply address's signature", ({ ourId, replyAddress }) =>
    ourId.replace(/[^.@]+@/, `${halves(replyAddress)[0].split(".").at(-1)}@`),
  ),
  {
    name: "a reply address made of a Message-ID's parts",
    ends: ["quarantined"],
    make: ({ scene }) => ({
      to: [scene.replyAddress.replace(/[^.@]+@/, `${halves(scene.ourId)[0].split(".").at(-1)}@`)],
    }),
  },
  {
    name: "a reply address with a count of sendings that was not signed",
    ends: ["quarantined"],
    make: ({ scene, random }) => ({
      to: [scene.replyAddress.replace("@", `.${random.pick(["1", "z", "0", "zz", "00"])}@`)],
    }),
  },
  {
    name: "a reply address for another store's code",
    ends: ["quarantined"],
    make: ({ scene, elsewhere }) => ({
      to: [elsewhere.replyAddress.replace(elsewhere.store.clientCode, scene.store.clientCode)],
    }),
  },
  {
    name: "another store's own reply address in To, with our envelope",
    make: ({ elsewhere }) => ({ fields: [`To: ${elsewhere.replyAddress}`, `Delivered-To: ${elsewhere.replyAddress}`] }),
  },
  {
    name: "the ticket's reply address in a header, cut",
    make: ({ scene }) => ({ fields: [`To: ${scene.replyAddress.replace(/.@/, "@")}`] }),
  },
  {
    name: "another store's own Message-ID",
    make: ({ elsewhere }) => namesOurId(elsewhere.ourId),
  },
  {
    name: "another store's customer's Message-ID",
    make: ({ elsewhere }) => namesOurId(elsewhere.secretId),
  },
  {
    name: "the stranger's own good Message-ID, and the ticket's counted one",
    ends: ["reply_added"],
    make: ({ scene: { neighbour, countedId, label } }) => ({
      from: [`${neighbour.name} <${neighbour.email}>`],
      pointer: { subject: `[${label}]`, fields: [`References: <${neighbour.ourId}> <${countedId}>`] },
      mayShow: [neighbour.email],
    }),
  },
  {
    name: "the stranger's own good reply address, and the ticket's altered Message-ID",
    ends: ["reply_added", "quarantined"],
    make: ({ scene: { neighbour, ourId, label } }) => ({
      to: [neighbour.replyAddress],
      from: [`${neighbour.name} <${neighbour.email}>`],
      pointer: { subject: `[${label}]`, fields: [`In-Reply-To: <${ourId.replace(/.@/, "@")}>`] },
      mayShow: [neighbour.email],
    }),
  },
];
