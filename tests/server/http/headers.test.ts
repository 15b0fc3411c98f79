/** The content security policy of the console with and without Agora. */
import { expect, it } from 'vitest';
import { companionPolicy, connectionsOf, consolePolicy, stagePolicy } from '../../../server/http/headers.ts';

const agora = { appId: 'a'.repeat(32), appCertificate: 'b'.repeat(32) };
const policyWith = (project: typeof agora | undefined): string =>
  consolePolicy('', connectionsOf({ mqtt: undefined, s3: undefined, agora: project }));

it('names no server of Agora without a project', () => {
  expect(policyWith(undefined)).toContain("connect-src 'self';");
  expect(policyWith(undefined)).not.toMatch(/agora|sd-rtn|wss:/u);
});

it("with a project lets the console connect to Agora's servers, and opens nothing else", () => {
  const sources = 'https://*.agora.io wss://*.agora.io:* https://*.sd-rtn.com wss://*.sd-rtn.com:*';
  expect(policyWith(agora)).toBe(policyWith(undefined).replace("connect-src 'self'", `connect-src 'self' ${sources}`));
  for (const policy of [companionPolicy(''), stagePolicy('')]) expect(policy).not.toContain('agora');
});
