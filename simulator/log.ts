/** The simulator's log: JSON lines, or short readable lines at a terminal, in the server's format. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Logger } from 'pino';

export function createLog(level: string, to: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout): Logger {
  return pino({ base: null, name: 'simulator', level }, to.isTTY ? forPeople(to) : to);
}

const WARNING = 40;

function forPeople(to: NodeJS.WritableStream): Writable {
  return new Writable({
    write(line: Buffer, _encoding, done) {
      const { level, time, msg, name, ...fields } = JSON.parse(line.toString()) as {
        level: number;
        time: number;
        msg: string;
        name: string;
      };
      const parts = Object.entries(fields).map(
        ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      );
      to.write(
        `${new Date(time).toTimeString().slice(0, 8)} ${level >= WARNING ? 'warning: ' : ''}${name}: ${msg}  ${parts.join(' ')}\n`,
      );
      done();
    },
  });
}
