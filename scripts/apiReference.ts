/** `npm run api`: writes docs/api.md, the API reference, from the catalogue. A test keeps it up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Access, Endpoint } from '../contract/endpoint.ts';
import { catalogue } from '../contract/endpoints/catalogue.ts';
import { command } from '../contract/entities/command.ts';
import { cruisePath } from '../contract/entities/cruisePath.ts';
import { floorPlan } from '../contract/entities/floorPlan.ts';
import { lease } from '../contract/entities/lease.ts';
import { chargeBay, indoorMap, mapPoint, site } from '../contract/entities/map.ts';
import { problemReport } from '../contract/entities/problemReport.ts';
import { accountSession } from '../contract/entities/profile.ts';
import { robot, robotAbilities, robotDetail, robotLive, robotProblem, robotTask } from '../contract/entities/robot.ts';
import { asyncRoute, credentials, userInfo } from '../contract/entities/user.ts';
import { pose } from '../contract/entities/values.ts';
import { BODY_LIMIT_BYTES, ANONYMOUS_BODY_BYTES, UPLOAD_IDLE_MS } from '../contract/rules/limits.ts';
import { createIdReader, requestFields } from '../contract/rules/resourceIds.ts';
import { ERRORS } from '../contract/wire/errors.ts';
import { limitsOf, plain, spelled, typeOf, type Names } from './schemaText.ts';

const RECORDS = {
  Robot: robot,
  RobotDetail: robotDetail,
  RobotLive: robotLive,
  RobotTask: robotTask,
  RobotProblem: robotProblem,
  RobotAbilities: robotAbilities,
  Pose: pose,
  Command: command,
  Lease: lease,
  Site: site,
  IndoorMap: indoorMap,
  FloorPlan: floorPlan,
  MapPoint: mapPoint,
  ChargeBay: chargeBay,
  CruisePath: cruisePath,
  UserInfo: userInfo,
  AccountSession: accountSession,
  Credentials: credentials,
  AsyncRoute: asyncRoute,
  ProblemReport: problemReport,
};
const NAMES: Names = new Map<unknown, string>(Object.entries(RECORDS).map(([name, schema]) => [schema, name]));

const WHO: Record<Exclude<Access['who'], 'robot'>, string> = {
  public: 'anyone',
  signedIn: 'anyone who is signed in',
  account: 'account administrators',
};
const whoMay = ({ access, request }: Endpoint): string => {
  if (access.who === 'robot') return `the right to ${access.right} on every given robot (at least one)`;
  const namesRobots = access.who === 'signedIn' && createIdReader(request).resourceFields.length > 0;
  return namesRobots ? `${WHO.signedIn}, with the right to read every given robot` : WHO[access.who];
};
/** The resource kinds of the ids in a request field; nested ids with their path. */
function idsOf(request: Endpoint['request'], field: string): string {
  const texts = requestFields(request).flatMap(({ path: [first, ...deeper], idOf, isHandlerChecked }) => {
    if (first !== field || !idOf) return [];
    const kind =
      idOf === 'robots' ? 'robots, comma-separated' : idOf.replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
    const way = deeper.filter((step) => step !== '[]').join('.');
    return `${way ? `\`${way}\`: ` : ''}${kind}${isHandlerChecked ? ' *' : ''}`;
  });
  return [...new Set(texts)].join(', ');
}
const KINDS: Record<Endpoint['kind'], string> = {
  read: 'read',
  write: 'write: a repeat with the same id returns the first response',
  secret: 'write: the response contains a secret and is not stored',
  stop: 'stop: carried out before the database is queried; a repeat with the same id is the same Stop',
};

const INTRO = `# API reference

Generated from the catalogue (\`contract/endpoints\`) by \`npm run api\`; a test fails when it is out of date.

Every call is \`POST {host}/apis{path}\` with \`{ "id", "data", "extra" }\` and returns HTTP 200 with \`{ "code", "message", "data" }\`; code 0 means success.

- \`id\`: 32 random lower-case hexadecimal digits, new for every call; reuse it only to repeat the same call.
- \`extra\`: lower-case hexadecimal HMAC-SHA256 of \`id\\ntime\\npath\\ncanonical\`, keyed with the access token, or with \`roundhouse-public\` if there is none. Canonical is \`data\` as JSON without white space, with sorted keys, without absent keys, with null and blank text written as \`""\`.
- Companion app: the body also has \`requestId\`, \`appId\` (\`companion\`), \`version\` and \`userId\` (that of the token); the signed text is \`requestId\\nappId\\nversion\\nuserId\\ntime\\npath\\ncanonical\`, keyed with the access token.
- Integrator's app: the same body with the \`appId\` and \`userId\` shown to the administrator under Accounts, Keys and apps, signed with the app's secret and sent without \`authorization\`. Repeats are then recognised by \`requestId\`. The app can access the robots to which it was invited by its \`appId\`, with the rights of its role and of that relation, like any account. A body of more than ${ANONYMOUS_BODY_BYTES / 1024} KiB needs its \`appId\` in the header \`app-id\` as well, because the app is looked up before the body is read.
- The column "id of" says what a field identifies. For the access check, the id of a point, route, map, contact, contact role, face of a known person or site counts as the robots of its site, the id of a delivery without a robot likewise, and the id of any other record of a robot (command, route run, disinfection, delivery, call, event, alarm case, face, scheduled task, exception, friend relation) as that robot. \`caller\` is the account that calls. An id marked \`*\`, and every other kind of id, is checked by the call itself.
- Headers: \`authorization\` (the token without a prefix), \`language\` (\`zh-cn\`, \`en-us\`), \`system-type\` (\`web\`), \`time\` (milliseconds since 1970, within five minutes of the server's clock; otherwise the error has the server's time in \`data.serverTime\`).
- An error has its code, its name as \`message\` and, in \`data\`, the \`field\` it concerns and \`words\` for its text.
- A body is limited to ${BODY_LIMIT_BYTES / 1024} KiB unless a call states another limit; without a token or the header \`app-id\`, ${ANONYMOUS_BODY_BYTES / 1024} KiB. A request whose body stalls for ${UPLOAD_IDLE_MS / 1000} s is aborted.

An integrator's first call, in Node without libraries (\`docs/listRobots.mjs\`):

\`\`\`js
${readFileSync(new URL('../docs/listRobots.mjs', import.meta.url), 'utf8')}\`\`\`
`;

function callText(area: string, name: string, endpoint: Endpoint): string {
  const { path, summary, kind, request, response, bodyLimit, demoOnly, binary, keyedBy } = endpoint;
  const fields = Object.entries(plain(request).entries ?? {});
  const hasIds = fields.some(([field]) => idsOf(request, field) !== '');
  const rows = fields.map(([field, schema]) => {
    const needed =
      schema.type !== 'optional'
        ? 'yes'
        : schema.default === undefined
          ? 'no'
          : `no, \`${JSON.stringify(schema.default)}\``;
    return `| \`${field}\` | \`${typeOf(schema, NAMES).replace(/\s+/gu, ' ').replaceAll('|', '\\|')}\` | ${needed} |${hasIds ? ` ${idsOf(request, field)} |` : ''} ${limitsOf(schema)} |`;
  });
  const notes = [
    `Access: ${whoMay(endpoint)}.`,
    `Kind: ${KINDS[kind]}.`,
    ...(keyedBy ? [`Signed with the \`${keyedBy}\` instead of \`roundhouse-public\`.`] : []),
    ...(demoOnly ? ['Demo only.'] : []),
    ...(bodyLimit ? [`Body: at most ${bodyLimit} bytes.`] : []),
  ];
  return [
    `### \`${path}\``,
    '',
    `${summary} (\`${area}.${name}\`)`,
    '',
    notes.join(' '),
    '',
    ...(rows.length > 0
      ? [
          `| field | type | required |${hasIds ? ' id of |' : ''} limits |`,
          `| --- | --- | --- |${hasIds ? ' --- |' : ''} --- |`,
          ...rows,
          '',
        ]
      : ['No request data.', '']),
    binary ? 'Returns a file.' : `Response:\n\n\`\`\`\n${typeOf(plain(response), NAMES)}\n\`\`\``,
    '',
  ].join('\n');
}

export function apiReference(): string {
  const areas = Object.entries(catalogue).map(
    ([area, calls]) =>
      `## ${area}\n\n${Object.entries(calls as Record<string, Endpoint>)
        .map(([name, endpoint]) => callText(area, name, endpoint))
        .join('\n')}`,
  );
  const records = Object.entries(RECORDS).map(
    ([name, schema]) => `### ${name}\n\n\`\`\`\n${spelled(plain(schema), NAMES)}\n\`\`\`\n`,
  );
  const errors = Object.entries(ERRORS)
    .sort(([, a], [, b]) => a - b)
    .map(([name, code]) => `| ${code} | \`${name}\` |`);
  return [
    INTRO,
    ...areas,
    `## Records\n\n${records.join('\n')}`,
    `## Codes\n\n| code | name |\n| --: | --- |\n${errors.join('\n')}\n`,
  ].join('\n');
}

export const REFERENCE_FILE = fileURLToPath(new URL('../docs/api.md', import.meta.url));
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(REFERENCE_FILE, apiReference());
