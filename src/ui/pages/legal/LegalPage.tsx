/** Terms of use and privacy notice of this installation (spec 2): short, and true to what the program does. */
import {
  CODE_TTL_MS,
  IDEMPOTENCY_TTL_MS,
  INQUIRIES_TTL_MS,
  VISITOR_RECORDS_TTL_MS,
  OUTBOX_TTL_MS,
  REPORTS_TTL_MS,
  SESSION_TTL_MS,
  TRACKS_TTL_MS,
} from '../../../../contract/rules/limits.ts';
import { FILE_RULES } from '../../../../contract/rules/files.ts';
import { useT } from '../../hooks/useT.ts';
import { BareFrame } from '../../shell/BareFrame.tsx';
import { PublicLinks } from '../../publicPages/PublicLinks.tsx';
import { PublicTitle } from '../../publicPages/PublicTitle.tsx';

const DAY_MS = 86_400_000;
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
  'legal.privacy.session',
  'legal.privacy.codes',
  'legal.privacy.outbox',
  'legal.privacy.audit',
  'legal.privacy.robots',
  'legal.privacy.tracks',
  'legal.privacy.repeats',
  'legal.privacy.reports',
  'legal.privacy.inquiries',
  'legal.privacy.visitors',
  'legal.privacy.browser',
  'legal.privacy.rights',
] as const;
/** Retention and validity periods in days, hours (`repeats`) or minutes (`code`), from the program's own limits. */
const TIMES = {
  session: SESSION_TTL_MS / DAY_MS,
  code: CODE_TTL_MS / 60_000,
  outbox: OUTBOX_TTL_MS / DAY_MS,
  reports: REPORTS_TTL_MS / DAY_MS,
  inquiries: INQUIRIES_TTL_MS / DAY_MS,
  tracks: TRACKS_TTL_MS / DAY_MS,
  visitorRecords: VISITOR_RECORDS_TTL_MS / DAY_MS,
  pictures: (FILE_RULES.picture.keepMs ?? 0) / DAY_MS,
  videos: (FILE_RULES.video.keepMs ?? 0) / DAY_MS,
  repeats: IDEMPOTENCY_TTL_MS / 3_600_000,
};

export function AgreementPage() {
  const t = useT();
  return (
    <Sheet
      path="/agreement"
      title={t('legal.agreement.title')}
      intro={t('legal.agreement.intro')}
      points={AGREEMENT.map((key) => t(key, TIMES))}
    />
  );
}

export function PrivacyPage() {
  const t = useT();
  return (
    <Sheet
      path="/privacy/app"
      title={t('legal.privacy.title')}
      intro={t('legal.privacy.intro')}
      points={PRIVACY.map((key) => t(key, TIMES))}
    />
  );
}

const TEXT = 'mt-3 text-[15px]/6';

function Sheet({
  path,
  title,
  intro,
  points,
}: {
  readonly path: string;
  readonly title: string;
  readonly intro: string;
  readonly points: readonly string[];
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
      </article>
      <PublicLinks path={path} />
    </BareFrame>
  );
}
