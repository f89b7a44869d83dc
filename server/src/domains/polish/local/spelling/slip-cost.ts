const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const vowels = /[aeiouyàâäáãåèéêëìíîïòóôöõùúûüąęœæ]/;

/** The cost of each kind of slip; likelier ones cost less. */
const cost = {
  swapped: 0.7,
  accent: 0.3,
  doubled: 0.4,
  vowel: 0.7,
  neighbour: 0.8,
  sound: 0.7,
  other: 1.1,
  first: 0.7,
  vowelMissing: 0.8,
  missing: 1,
};

/** The lowest cost of a slip that changes which letters a word has. */
export const cheapest = 0.7;

/** Letters that are confused because they sound alike. */
const alike = new Set("ck kc cs sc sz zs fv vf dt td gj jg kq qk mn nm bp pb iy yi vw wv xc cx".split(" "));

/**
 * Returns how unlikely it is to write `written` for `meant`: by slips of the fingers, doubled letters and similar sounds. Infinite above
 * `most`.
 */
export function slipCost(written: string, meant: string, most: number): number {
  if (Math.abs(written.length - meant.length) > 3) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = firstRow(meant);
  for (let row = 1; row <= written.length; row += 1) {
    const current = [(last[0] ?? 0) + removal(written, row - 1)];
    let least = current[0] ?? 0;
    for (let column = 1; column <= meant.length; column += 1) {
      const ways = [
        (last[column] ?? 0) + removal(written, row - 1),
        (current[column - 1] ?? 0) + removal(meant, column - 1),
        (last[column - 1] ?? 0) + replacement(written[row - 1] ?? "", meant[column - 1] ?? ""),
      ];
      if (row > 1 && column > 1 && written[row - 1] === meant[column - 2] && written[row - 2] === meant[column - 1])
        ways.push((beforeLast[column - 2] ?? 0) + cost.swapped);
      const value = Math.min(...ways);
      current.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return Number.POSITIVE_INFINITY;
    [beforeLast, last] = [last, current];
  }
  return (last[meant.length] ?? 0) + (written[0] === meant[0] ? 0 : cost.first);
}

function firstRow(word: string): number[] {
  const row = [0];
  for (let index = 0; index < word.length; index += 1) row.push((row[index] ?? 0) + removal(word, index));
  return row;
}

/** One letter too many or too few of two equal ones is the most common slip. */
function removal(word: string, at: number): number {
  const letter = word[at] ?? "";
  if (word[at - 1] === letter || word[at + 1] === letter) return cost.doubled;
  return vowels.test(letter) ? cost.vowelMissing : cost.missing;
}

function replacement(written: string, meant: string): number {
  if (written === meant) return 0;
  if (plain(written) === plain(meant)) return cost.accent;
  if (vowels.test(written) && vowels.test(meant)) return cost.vowel;
  if (alike.has(written + meant)) return cost.sound;
  return isNeighbour(written, meant) ? cost.neighbour : cost.other;
}

function isNeighbour(first: string, second: string): boolean {
  return rows.some((row, index) => {
    const at = row.indexOf(first);
    if (at < 0) return false;
    const beside = (row[at - 1] ?? "") + (row[at + 1] ?? "");
    const below = rows[index + 1]?.slice(Math.max(0, at - 1), at + 1) ?? "";
    const above = rows[index - 1]?.slice(at, at + 2) ?? "";
    return (beside + below + above).includes(second);
  });
}

const plainLetters = new Map([
  ["ł", "l"],
  ["ø", "o"],
  ["ß", "s"],
]);

/** Returns a letter without its accent. */
function plain(letter: string): string {
  return letter < "{" ? letter : (plainLetters.get(letter) ?? letter.normalize("NFD").slice(0, 1));
}
