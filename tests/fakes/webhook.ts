/**
 * The receiver of SMS and phone calls, on loopback: stores requests, and responds with the test's queued statuses, then
 * with 204.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startWebhook(answers: readonly (number | 'hangUp' | 'silent')[] = []) {
  const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  const waiting = [...answers];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      const answer = waiting.shift() ?? 204;
      if (answer === 'hangUp') request.socket.destroy();
      else if (answer !== 'silent')
        response.writeHead(answer, answer === 307 ? { location: 'http://127.0.0.1:1/' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    /** Statuses of the next responses. */
    answer: (...next: typeof waiting) => void waiting.push(...next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
