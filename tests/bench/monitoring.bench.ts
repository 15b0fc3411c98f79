/** Scrubbing the past: what the map asks of the loaded tracks for one frame, with 50 moving robots. */
import { encodeTrack, TRACK_CHUNK_MS, type TrackSample } from '../../contract/rules/trackChunk.ts';
import { encodeTrackReply } from '../../contract/wire/trackReply.ts';
import { createPastTracks } from '../../src/services/pastTracks.ts';
import { percentile, say } from './figures.ts';

const ROBOTS = 50;
const WINDOW_MS = 30 * 60_000;
const FRAMES = 1_000;
const from = Math.floor(Date.UTC(2026, 10, 25, 8) / WINDOW_MS) * WINDOW_MS;

const chunksOf = (n: number): Uint8Array[] =>
  Array.from({ length: WINDOW_MS / TRACK_CHUNK_MS }, (_, minute) =>
    encodeTrack(
      Array.from({ length: 60 }, (__, second): TrackSample => {
        const seconds = minute * 60 + second;
        return {
          at: from + seconds * 1_000,
          pose: { mapId: 'lobby', x: 20 * Math.cos(seconds / 30 + n), y: 20 * Math.sin(seconds / 30 + n), theta: 0 },
          status: 'working',
          connection: 'online',
          battery: 80,
        };
      }),
    ),
  );
const reply = encodeTrackReply({
  periods: [[from, from + WINDOW_MS]],
  robots: Array.from({ length: ROBOTS }, (_, n) => ({ serialNumber: `W1-${n}`, chunks: chunksOf(n) })),
});
const past = createPastTracks();
const begun = performance.now();
past.add({ from, until: from + WINDOW_MS }, reply);
say({ figure: 'loading half an hour of 50 robots', value: performance.now() - begun, unit: 'ms', bound: 500 });

const took: number[] = [];
for (let n = 0; n < FRAMES; n++) {
  const at = from + 60_000 + ((n * 7_919) % (WINDOW_MS - 120_000));
  const start = performance.now();
  for (const serialNumber of past.serialNumbers(at)) {
    past.state(serialNumber, at);
    past.trail(serialNumber, at);
    past.ahead(serialNumber, at);
  }
  took.push(performance.now() - start);
}
say({ figure: 'a frame of the past with 50 robots, p95', value: percentile(took, 0.95), unit: 'ms', bound: 8 });
