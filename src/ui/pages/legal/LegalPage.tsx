/** Terms of use and privacy notice of this installation (spec 2): short, and true to what the program does. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { CONTACT_RESTORE_MS } from '../../../../contract/rules/alarmContacts.ts';
import {
  CODE_TTL_MS,
  IDEMPOTENCY_TTL_MS,
  INVITATION_TTL_MS,
  READING_TOKEN_MS,
  SESSION_TTL_MS,
} from '../../../../contract/rules/limits.ts';
import { FACE_DAYS, FACE_GRANT_MS, FACE_REQUEST_MS } from '../../../../contract/rules/faces.ts';
import { FORGET_UNDO_MS, FORGOTTEN_KEPT_MS } from '../../../../contract/rules/learningRecords.ts';
import { MAP_VERSIONS_KEPT } from '../../../../contract/rules/mapLimits.ts';
import { DELETED_MEDIA_DAYS, MEDIA_LINK_DAYS } from '../../../../contract/rules/mediaLibrary.ts';
import { FILE_RULES, UPLOAD_TTL_MS, STILLS_KEPT } from '../../../../contract/rules/files.ts';
import { DELIVERY_EXPORTS_TTL_MS, PHONE_SHOWN_DAYS } from '../../../../contract/rules/deliveryLimits.ts';
import type { RetentionDays } from '../../../../contract/rules/retention.ts';
import {
  type LegalRef,
  selectHasLegalFailed,
  selectLegalFailure,
  selectLegalType,
  selectRetentionDays,
} from '../../../machines/legal/legal.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { BareFrame } from '../../shell/BareFrame.tsx';
import { PublicLinks } from '../../publicPages/PublicLinks.tsx';
import { PublicTitle } from '../../publicPages/PublicTitle.tsx';
import { RetentionTable } from './RetentionTable.tsx';

const DAY_MS = 86_400_000;
/** How often the server deletes what is over. */
const RETENTION_MS = 3_600_000;
const AGREEMENT = [
  'legal.agreement.who',
  'legal.agreement.account',
  'legal.agreement.robots',
  'legal.agreement.stop',
  'legal.agreement.end',
] as const;
const PRIVACY = [
  'legal.privacy.where',
  'legal.privacy.account',
  'legal.privacy.invitations',
  'legal.privacy.tokens',
  'legal.privacy.session',
  'legal.privacy.codes',
  'legal.privacy.outbox',
  'legal.privacy.audit',
  'legal.privacy.robots',
  'legal.privacy.watching',
  'legal.privacy.files',
  'legal.privacy.tracks',
  'legal.privacy.routeRuns',
  'legal.privacy.keys',
  'legal.privacy.mapVersions',
  'legal.privacy.repeats',
  'legal.privacy.reports',
  'legal.privacy.alarms',
  'legal.privacy.calls',
  'legal.privacy.agora',
  'legal.privacy.disinfections',
  'legal.privacy.inquiries',
  'legal.privacy.visitors',
  'legal.privacy.questions',
  'legal.privacy.learning',
  'legal.privacy.faces',
  'legal.privacy.browser',
  'legal.privacy.changes',
  'legal.privacy.rights',
] as const;
/** Periods that no installation changes, in days, hours (`repeats`, `faceRequests`, `forgetUndo`, `unfinished`) or minutes (`code`, `tokens`, `contactUndo`), from the program's own limits. */
const TIMES = {
  session: SESSION_TTL_MS / DAY_MS,
  code: CODE_TTL_MS / 60_000,
  invitations: INVITATION_TTL_MS / DAY_MS,
  tokens: READING_TOKEN_MS / 60_000,
  learning: FORGOTTEN_KEPT_MS / DAY_MS,
  forgetUndo: FORGET_UNDO_MS / 3_600_000,
  contactUndo: CONTACT_RESTORE_MS / 60_000,
  trackExports: (FILE_RULES.archive.keepMs ?? 0) / DAY_MS,
  deliveryExports: DELIVERY_EXPORTS_TTL_MS / DAY_MS,
  pictures: (FILE_RULES.picture.keepMs ?? 0) / DAY_MS,
  deletedPhotos: DELETED_MEDIA_DAYS,
  photoLinks: MEDIA_LINK_DAYS,
  videos: (FILE_RULES.video.keepMs ?? 0) / DAY_MS,
  phoneShown: PHONE_SHOWN_DAYS,
  doorPictures: (FILE_RULES.doorPicture.keepMs ?? 0) / DAY_MS,
  mapScans: (FILE_RULES.mapScan.keepMs ?? 0) / DAY_MS,
  sheets: (FILE_RULES.sheet.keepMs ?? 0) / DAY_MS,
  unfinished: UPLOAD_TTL_MS / 3_600_000,
  stillsKept: STILLS_KEPT,
  mapVersions: MAP_VERSIONS_KEPT,
  facePictures: FACE_DAYS.pictures,
  faceRecords: FACE_DAYS.records,
  faceMin: FACE_DAYS.min,
  faceMax: FACE_DAYS.max,
  // Allowed in its last minute, and deleted by the next run.
  faceRequests: (FACE_REQUEST_MS + FACE_GRANT_MS + RETENTION_MS) / 3_600_000,
  repeats: IDEMPOTENCY_TTL_MS / 3_600_000,
};
/** The parts with periods that an installation sets: without these periods, the rest is shown. */
const WITH_DAYS: ReadonlySet<(typeof PRIVACY)[number]> = new Set([
  'legal.privacy.outbox',
  'legal.privacy.audit',
  'legal.privacy.robots',
  'legal.privacy.watching',
  'legal.privacy.tracks',
  'legal.privacy.routeRuns',
  'legal.privacy.reports',
  'legal.privacy.alarms',
  'legal.privacy.calls',
  'legal.privacy.disinfections',
  'legal.privacy.inquiries',
  'legal.privacy.visitors',
  'legal.privacy.questions',
]);
/** The placeholders of the notice, with the periods in force at this installation. */
const timesOf = (days: RetentionDays) => ({
  ...TIMES,
  outbox: days.messages,
  audit: days.audit,
  commands: days.commands,
  reports: days.problemReports,
  alarms: days.alarms,
  calls: days.calls,
  disinfections: days.disinfections,
  inquiries: days.inquiries,
  tracks: days.tracks,
  routeRuns: days.routeRuns,
  visitorRecords: days.visits,
  photos: days.photos,
  alarmPhotos: days.alarmPhotos,
  stills: days.stills,
  questions: days.questions,
});

export function AgreementPage() {
  const t = useT();
  return (
    <Sheet
      path="/agreement"
      title={t('routes.agreement')}
      intro={t('legal.agreement.intro')}
      points={AGREEMENT.map((key) => t(key))}
    />
  );
}

/** With `?type=robots` only that part of the notice; an unknown part is the whole notice. */
export function PrivacyPage({ screen }: { readonly screen: LegalRef }) {
  const t = useT();
  const type = useSelector(screen, selectLegalType);
  const days = useSelector(screen, selectRetentionDays);
  const failure = useSelector(screen, selectLegalFailure);
  const failed = useSelector(screen, selectHasLegalFailed);
  const part = PRIVACY.find((key) => key === `legal.privacy.${type}`);
  // The whole notice at once: parts that join the others later would move what is being read.
  const isComplete = days !== null || failed;
  return (
    <Sheet
      path="/privacy/app"
      title={t('routes.privacy')}
      intro={t('legal.privacy.intro')}
      points={(part ? [part] : isComplete ? PRIVACY : [])
        .filter((key) => days !== null || !WITH_DAYS.has(key))
        .map((key) => t(key, days ? timesOf(days) : TIMES))}
      more={
        failed && failure ? (
          <StatePanel state="failed" title={t('legal.retention.failed')} text={t.failure(failure)}>
            <Button size="s" onClick={() => screen.send({ type: 'legal.retry' })}>
              {t('common.retry')}
            </Button>
          </StatePanel>
        ) : !days ? (
          <SkeletonBlocks shape="text" count={part ? 8 : LINES} label={t('legal.retention.loading')} />
        ) : part ? (
          <a className="text-link" href="/privacy/app">
            {t('legal.privacy.whole')}
          </a>
        ) : (
          <RetentionTable days={days} />
        )
      }
    />
  );
}

/** About as many as the notice has, so that its heading stays where it is. */
const LINES = 50;
const TEXT = 'mt-3 text-[15px]/6';

function Sheet({
  path,
  title,
  intro,
  points,
  more,
}: {
  readonly path: string;
  readonly title: string;
  readonly intro: string;
  readonly points: readonly string[];
  readonly more?: ReactNode;
}) {
  return (
    <BareFrame>
      <article className="w-[min(680px,100%)] text-start">
        <PublicTitle>{title}</PublicTitle>
        <p className={TEXT}>{intro}</p>
        <ul className="list-disc pl-5">
          {points.map((point) => (
            <li key={point} className={TEXT}>
              {point}
            </li>
          ))}
        </ul>
        {more && (
          // Another element than the placeholder, whose place the points take.
          <div key={points.length} className={TEXT}>
            {more}
          </div>
        )}
      </article>
      <PublicLinks path={path} />
    </BareFrame>
  );
}
