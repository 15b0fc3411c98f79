import { beforeEach, describe, expect, it } from 'vitest';
import {
  createWrongPasswords,
  WRONG_PASSWORD_WAIT_MS,
  type WrongPasswords,
} from '../../../server/broker/wrongPasswords.ts';

let time: number;
let reads: string[];
let hashes: Record<string, string>;
let passwords: WrongPasswords;
beforeEach(() => {
  time = 0;
  reads = [];
  hashes = { 'A-1': 'right', 'B-2': 'other' };
  passwords = createWrongPasswords({
    monotonicNow: () => time,
    read: async (userName) => {
      reads.push(userName);
      return hashes[userName] ?? null;
    },
  });
});
/** Does what sign-in does. @returns the imposed delay in ms; -1 where the password was right */
const tryOne = async (userName: string, hash: string, address: string | null = '10.0.0.9'): Promise<number> =>
  (await passwords.isRight(userName, hash)) ? -1 : passwords.count(userName, address);

describe('wrong passwords', () => {
  it('are answered late after the first ones, and the database is not asked about each', async () => {
    const waits: number[] = [];
    for (let n = 0; n < 1_000; n += 1) {
      waits.push(await tryOne('A-1', `guess${n}`));
      time += 2;
    }
    expect(waits.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(waits.slice(20).every((wait) => wait === WRONG_PASSWORD_WAIT_MS)).toBe(true);
    expect(reads.length).toBeLessThan(5);
    expect(passwords.isDoubtful('10.0.0.9')).toBe(true);
    expect(passwords.isDoubtful('10.0.0.1')).toBe(false);
  });
  it('do not keep the right robot out, from its own address or theirs', async () => {
    for (let n = 0; n < 1_000; n += 1) await tryOne('A-1', `guess${n}`);
    expect(await tryOne('A-1', 'right')).toBe(-1);
    expect(await tryOne('A-1', 'right', '10.0.0.1')).toBe(-1);
    expect(await tryOne('B-2', 'other')).toBe(-1);
    expect(await tryOne('B-2', 'mistyped', '10.0.0.1')).toBe(0);
  });
  it('of many names count for their address', async () => {
    const waits: number[] = [];
    for (let n = 0; n < 100; n += 1) waits.push(await tryOne(`robot${n}`, 'x'));
    expect(waits.filter((wait) => wait > 0)).toHaveLength(40);
    time = 120_000;
    expect(await tryOne('robot', 'x')).toBe(0);
  });
  it('where no address is told count for the name alone', async () => {
    for (let n = 0; n < 100; n += 1) expect(await tryOne(`robot${n}`, 'x', null)).toBe(0);
  });
});

it('a password that was renewed opens nothing from then on, whatever was kept of it', async () => {
  for (let n = 0; n < 100; n += 1) await tryOne('A-1', `guess${n}`);
  hashes = { 'A-1': 'new' };
  expect(await tryOne('A-1', 'right')).toBeGreaterThanOrEqual(0);
  passwords.forget('A-1');
  expect(await tryOne('A-1', 'new')).toBe(-1);
});

it('a database that is away is not remembered', async () => {
  let isAway = true;
  const failing = createWrongPasswords({
    monotonicNow: () => 0,
    read: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('right')),
  });
  await expect(failing.isRight('A-1', 'right')).rejects.toThrow('away');
  isAway = false;
  expect(await failing.isRight('A-1', 'right')).toBe(true);
});
