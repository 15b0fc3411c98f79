// Lists the robots of an integrator's app. An administrator makes the app under Accounts, Keys and apps; a robot's people invite it by its app ID.
//   ROUNDHOUSE_URL=https://robots.example APP_ID=app-... USER_ID=... APP_SECRET=... node listRobots.mjs
import { createHmac, randomBytes } from 'node:crypto';

const { ROUNDHOUSE_URL, APP_ID, USER_ID, APP_SECRET } = process.env;
const VERSION = '1.0';

/** JSON with its keys sorted; what is empty is written as "". */
const canonical = (data) =>
  JSON.stringify(data, (_, value) => {
    if (value === null || (typeof value === 'string' && value.trim() === '')) return '';
    if (typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

async function call(path, data) {
  const time = String(Date.now());
  // To repeat a call whose answer was lost, send the same requestId again with a new time: a write is done once.
  const requestId = randomBytes(16).toString('hex');
  const lines = [requestId, APP_ID, VERSION, USER_ID, time, path, canonical(data)];
  const extra = createHmac('sha256', APP_SECRET).update(lines.join('\n')).digest('hex');
  const response = await fetch(`${ROUNDHOUSE_URL}/apis${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', language: 'en-us', 'system-type': 'web', time },
    body: JSON.stringify({ id: requestId, requestId, appId: APP_ID, version: VERSION, userId: USER_ID, data, extra }),
  });
  const { code, message, data: answer } = await response.json();
  if (code !== 0) throw new Error(`${path}: ${code} ${message}`);
  return answer;
}

for (const { serialNumber, robotNickName, onLineStatus } of await call('/robot/get-robot-list', { robotView: 'all' }))
  process.stdout.write(`${serialNumber}\t${robotNickName}\t${onLineStatus === '1' ? 'online' : 'offline'}\n`);
