/**
 * `npm run flood`: latency and losses of Stop during each flood. `npm run flood -- saved`: only the floods with this
 * word in their names.
 */
import { flood, type FloodFigures } from './flood.ts';

const SECONDS = 6;
const ROBOTS = 200;

const ms = (value: number): string => (Number.isFinite(value) ? `${Math.round(value)} ms` : 'never');
const line = ({ name, asked, refused, lost, p50, p99, lagP99, lagMax, memory, memoryAfter }: FloodFigures): string =>
  `${name.padEnd(46)} ${String(asked).padStart(4)} Stops  refused ${refused}  lost ${lost}  p50 ${ms(p50).padStart(8)}  p99 ${ms(p99).padStart(8)}  event loop p99 ${ms(lagP99).padStart(7)} most ${ms(lagMax).padStart(7)}  memory ${Math.round(memory)} then ${Math.round(memoryAfter)} MiB`;

const figures = await flood({
  seconds: SECONDS,
  robots: ROBOTS,
  only: process.argv[2] ?? '',
  say: (one) => console.log(line(one)),
});
const rest = figures[0];
const missed = figures.flatMap(({ name, refused, lost, p99, lagP99, memoryAfter }) => [
  ...(refused + lost > 0 ? [`${name}: ${refused + lost} Stops refused or lost`] : []),
  ...(p99 > 500 ? [`${name}: Stop p99 ${ms(p99)} of 500 ms`] : []),
  ...(lagP99 > 50 ? [`${name}: event loop p99 ${ms(lagP99)} of 50 ms`] : []),
  ...(rest && memoryAfter > rest.memoryAfter * 1.5
    ? [`${name}: memory ${Math.round(memoryAfter)} of ${Math.round(rest.memoryAfter * 1.5)} MiB`]
    : []),
]);
console.log(missed.length === 0 ? '\nEvery goal is met.' : `\nMissed:\n${missed.map((one) => `  ${one}`).join('\n')}`);
