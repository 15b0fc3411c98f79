/**
 * The privacy notice says for how long data is stored: every retention period that the server applies is on the page, or
 * listed here with the reason why it is not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RETENTION_KINDS } from '../../contract/rules/retention.ts';
import { FILE_RULES } from '../../contract/rules/files.ts';
import { eventMessage } from '../../contract/wire/actions.ts';

const read = (file: string): string => readFileSync(file, 'utf8');
type Notice = { privacy: Record<string, string> };
const english = JSON.parse(read('locales/enUS/legal.json')) as Notice;
const chinese = JSON.parse(read('locales/zhCN/legal.json')) as Notice;
const retention = read('server/retention.ts');
const page = read('src/ui/pages/legal/LegalPage.tsx');
const periods = [...new Set(retention.match(/\b[A-Z_]+_(?:TTL|KEPT)_MS\b/gu))];

/** Periods that the notice need not name. */
const UNNAMED: Readonly<Record<string, string>> = {
  VISITOR_EVENTS_TTL_MS: 'only detects repeated reports, and holds no personal data',
  ALARM_EVENTS_TTL_MS: 'kinds and places of alarms, without people',
  DONE_JOBS_TTL_MS: 'ids and technical English, without people',
  FAILED_JOBS_TTL_MS: 'ids and technical English, without people',
};

/** Kinds of events of robots that are not stored as such: robotMessageHandler.ts passes them on before. */
const NOT_STORED = [
  'speech',
  'uploadRequest',
  'callScreen',
  'disinfection',
  'face',
  'settings',
  'learned',
  'forgotten',
];

it('deletes every kind of event that is stored of robots', () => {
  const kinds = eventMessage.entries.event.options.map(({ entries }) => entries.type.literal);
  const kept = kinds.filter((kind) => !NOT_STORED.includes(kind) && !retention.includes(`'${kind}'`));
  expect(kinds.length).toBeGreaterThan(10);
  expect(kept).toEqual([]);
});

describe('the privacy notice', () => {
  it('names every retention period that the server applies, by the same constant', () => {
    expect(periods.length).toBeGreaterThan(3);
    const missing = periods.filter((name) => !page.includes(name) && !(name in UNNAMED));
    expect(missing).toEqual([]);
    expect(Object.keys(UNNAMED).filter((name) => !periods.includes(name) || page.includes(name))).toEqual([]);
  });

  it('names how long invitations, access tokens and a change of mind about what was learned last', () => {
    for (const name of ['INVITATION_TTL_MS', 'READING_TOKEN_MS', 'FORGET_UNDO_MS']) expect(page).toContain(name);
    expect(retention).toContain('deleteExpiredInvitations');
  });

  it('has no number that is not filled in from the settings', () => {
    for (const notice of [english.privacy, chinese.privacy])
      expect(Object.values(notice).filter((text) => /\d/u.test(text.replaceAll(/\{\w+\}/gu, '')))).toEqual([]);
  });

  it('shows without an answer of the server exactly what has no period of the installation', () => {
    const set = /const timesOf = [^]*?\n\}\);/u.exec(page)?.[0].match(/(\w+): days\./gu) ?? [];
    const names = set.map((name) => `{${name.slice(0, -': days.'.length)}}`);
    expect(names.length).toBeGreaterThan(5);
    const withDays = /const WITH_DAYS[^]*?\]\);/u.exec(page)?.[0] ?? '';
    const parts = Object.entries(english.privacy).filter(([, text]) => names.some((name) => text.includes(name)));
    expect(withDays.match(/privacy\.\w+/gu)?.sort()).toEqual(parts.map(([key]) => `privacy.${key}`).sort());
  });

  it('says where each kind of data can be changed, by the names of the pages', () => {
    for (const [language, notice] of [
      ['enUS', english],
      ['zhCN', chinese],
    ] as const) {
      const pages = JSON.parse(read(`locales/${language}/routes.json`)) as Record<string, string>;
      for (const name of ['userSetting', 'robotSettings', 'sites', 'accounts'])
        expect(notice.privacy['changes']).toContain(pages[name]);
    }
  });

  it('has the periods that an installation can set in its table, and the server deletes by each of them', () => {
    const table = read('src/ui/pages/legal/RetentionTable.tsx');
    expect(table).toContain('RETENTION_KINDS.map');
    const enforced = (kind: string) =>
      retention.includes(`before(deps, '${kind}')`) ||
      read('server/db/repositories/mediaItems.ts').includes(`days.${kind}`);
    expect(RETENTION_KINDS.filter((kind) => !enforced(kind))).toEqual([]);
  });

  it('names the retention of every kind of file that ends by itself', () => {
    // Installations set the days of still pictures, sites those of faces.
    const elsewhere = ['still', 'face'];
    const kept = Object.entries(FILE_RULES).flatMap(([kind, { keepMs }]) => (keepMs === null ? [] : [kind]));
    expect(kept).toEqual(expect.arrayContaining(['picture', 'video', ...elsewhere]));
    expect(kept.filter((kind) => !page.includes(`FILE_RULES.${kind}.`) && !elsewhere.includes(kind))).toEqual([]);
    expect(page).toContain('UPLOAD_TTL_MS');
  });

  it('names the days for which faces are kept, by the constants that new sites begin with', () => {
    expect(retention).toContain('deleteExpiredFaces');
    expect(retention).toContain('expireFacePictures');
    for (const name of ['pictures', 'records', 'min', 'max']) expect(page).toContain(`FACE_DAYS.${name}`);
    expect(read('server/db/faceTables.ts')).toContain('default(FACE_DAYS.pictures)');
    expect(read('server/db/faceTables.ts')).toContain('default(FACE_DAYS.records)');
  });

  it('names the hours after which a request to reveal faces is gone, from all that they consist of', () => {
    expect(page).toContain('faceRequests: (FACE_REQUEST_MS + FACE_GRANT_MS + RETENTION_MS) / 3_600_000');
    expect(page).toContain('const RETENTION_MS = 3_600_000');
    expect(read('server/jobs/kinds/retention.ts')).toContain('everyMs: 3_600_000');
    expect(retention).toContain('deleteExpiredFaceGrants');
  });

  it('has the same placeholders in both languages, each filled in by the page', () => {
    const placeholders = (notice: object): string[] => [...new Set(JSON.stringify(notice).match(/\{\w+\}/gu))].sort();
    expect(placeholders(chinese.privacy)).toEqual(placeholders(english.privacy));
    for (const name of placeholders(english.privacy)) expect(page).toMatch(new RegExp(`\\b${name.slice(1, -1)}:`, 'u'));
  });

  it('is right that each way to open a viewing is in the audit log, for as long as the log is kept', () => {
    expect(english.privacy['watching']).toContain('{audit} days');
    const opening = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('repositories'))
      .map((file) => read(`server/${file}`))
      .filter((source) => /await (?:noteViewing|renewChannel)\(/u.test(source));
    expect(opening.length).toBeGreaterThan(1);
    for (const source of opening) expect(source).toContain('afterCommit(() => noteViewed(');
  });

  it('is right that of the speech near a robot only questions to it are stored, for as long as it says', () => {
    expect(english.privacy['questions']).toMatch(/Stored for \{questions\} days\. Other speech .* isn't stored\.$/u);
    expect(
      Object.entries(english.privacy)
        .filter(([, text]) => /speech/iu.test(text))
        .map(([key]) => key),
    ).toEqual(['questions']);
    expect(retention).toContain("deleteExpiredEvents(deps.db, ['question'], before(deps, 'questions'))");
    expect(read('server/fleet/robotMessageHandler.ts')).toContain("event.type === 'speech'");
    expect(read('server/db/schema.ts') + read('server/db/visitTables.ts')).not.toMatch(/speech|caption/iu);
  });
});
