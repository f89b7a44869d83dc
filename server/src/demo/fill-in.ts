/** The words that stand in braces in a conversation. */
export type Scene = {
  first: string;
  name: string;
  city: string;
  product: string;
  item: string;
  colour: string;
  price: string;
  order: string;
  date: string;
  day: string;
  carrier: string;
  tracking: string;
  agent: string;
};

/** Puts a scene's words where braces stand; throws on a word that no scene has. */
export function fillIn(text: string, scene: Scene): string {
  return text.replace(/\{(\w+)\}/g, (_, word: string) => {
    if (!(word in scene)) throw new Error(`No scene has {${word}}`);
    return scene[word as keyof Scene];
  });
}
