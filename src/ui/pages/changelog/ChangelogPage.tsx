/** Release notes of each version (spec 2 "Public routes"), and whether this console is as new as its server. */
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
import { PublicPageFrame } from '../../publicPages/PublicPageFrame.tsx';
import { PublicTitle } from '../../publicPages/PublicTitle.tsx';

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
      <article className="grid w-[min(680px,100%)] gap-4 text-start" aria-busy={state === 'loading' || undefined}>
        <div>
          <PublicTitle>{t('routes.changelog')}</PublicTitle>
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
              {t('common.retry')}
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
    <section className="scroll-mt-6 border-t border-line-2 pt-5" id={id} aria-labelledby={`${id}-name`}>
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-20" id={`${id}-name`}>
          <a className="hover:underline" href={`#${id}`}>
            {t('shared.versionNumber', { version })}
          </a>
        </h2>
        <time className="text-13 text-text-2" dateTime={date}>
          {date}
        </time>
        {isHere && (
          <span className="inline-flex items-center gap-1 text-12 font-medium text-link">
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
            <h3 className="mt-4 text-13 font-[600] text-text-2">{t(KINDS[kind])}</h3>
            <ul className="list-disc pl-5">
              {some.map(({ text }) => (
                <li key={text} className="mt-2 text-[15px]/6">
                  {text}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
