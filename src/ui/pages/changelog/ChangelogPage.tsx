/** Release notes of each version (spec 2 "Public routes"), and whether this console is as new as its server. */
import '../../styles/changelog.css';
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { CHANGE_KINDS, type ChangeKind, type Release } from '../../../../contract/entities/release.ts';
import {
  type ChangelogRef,
  selectChangelog,
  selectChangelogState,
  selectIsOtherVersion,
} from '../../../machines/changelog/changelog.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { PublicPageFrame } from '../../shell/PublicPageFrame.tsx';

const KINDS = {
  new: 'changelog.new',
  changed: 'changelog.changed',
  mended: 'changelog.mended',
} as const satisfies Record<ChangeKind, string>;

export function ChangelogPage({ screen }: { readonly screen: ChangelogRef }) {
  const t = useT();
  const { releases, build, version, failure } = useSelector(screen, selectChangelog);
  const state = useSelector(screen, selectChangelogState);
  const isOther = useSelector(screen, selectIsOtherVersion);
  return (
    <PublicPageFrame path="/changelog">
      <article className="changelog" aria-busy={state === 'loading' || undefined}>
        <div>
          <h1>{t('changelog.title')}</h1>
          <p className="text-text-2">{t('changelog.intro')}</p>
        </div>
        {isOther && (
          <Banner
            tone="warn"
            icon={RotateCw}
            title={t('changelog.newer', { version })}
            text={t('changelog.newerText', { build })}
          >
            <Button size="s" onClick={() => screen.send({ type: 'console.renew' })}>
              {t('changelog.renew')}
            </Button>
          </Banner>
        )}
        {state === 'failed' && (
          <StatePanel state="failed" title={t('changelog.failed')} text={failure ? t.failure(failure) : undefined}>
            <Button size="s" onClick={() => screen.send({ type: 'changelog.retry' })}>
              {t('changelog.retry')}
            </Button>
          </StatePanel>
        )}
        {state === 'loading' && releases.length === 0 && (
          <SkeletonBlocks shape="text" count={8} label={t('changelog.loading')} />
        )}
        {releases.map((release) => (
          <ReleaseNotes key={release.version} release={release} isHere={release.version === build} />
        ))}
      </article>
    </PublicPageFrame>
  );
}

function ReleaseNotes({
  release: { version, date, changes },
  isHere,
}: {
  readonly release: Release;
  readonly isHere: boolean;
}) {
  const t = useT();
  const id = `v${version}`;
  return (
    <section className="changelog-release" id={id} aria-labelledby={`${id}-name`}>
      <header>
        <h2 id={`${id}-name`}>
          <a href={`#${id}`}>{t('changelog.version', { version })}</a>
        </h2>
        <time dateTime={date}>{date}</time>
        {isHere && (
          <span className="changelog-here">
            <Icon of={CircleCheck} size={14} />
            {t('changelog.here')}
          </span>
        )}
      </header>
      {CHANGE_KINDS.map((kind) => {
        const some = changes.filter((change) => change.kind === kind);
        if (some.length === 0) return null;
        return (
          <div key={kind}>
            <h3 className="changelog-kind">{t(KINDS[kind])}</h3>
            <ul>
              {some.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
