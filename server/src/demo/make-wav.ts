const rate = 8000;

/** A chime of three notes that die away: 8-bit mono (RIFF WAVE, "Multimedia Programming Interface 1.0", section 3). */
export function makeWav(): Buffer {
  const notes = [523.25, 659.25, 783.99];
  const samples = Buffer.alloc(2 * rate);
  for (let at = 0; at < samples.length; at += 1) {
    const wave = notes.reduce((sum, pitch, index) => {
      const seconds = at / rate - index * 0.35;
      return seconds < 0 ? sum : sum + Math.sin(2 * Math.PI * pitch * seconds) * Math.exp(-3 * seconds);
    }, 0);
    samples[at] = 128 + Math.round(40 * wave);
  }
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  // PCM, one channel; samples and bytes a second, bytes and bits a sample.
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
