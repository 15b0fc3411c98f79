/** Unknown URL (spec 2 /404), with links to continue. */
import House from 'lucide-react/icons/house';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { BareFrame } from '../../shell/BareFrame.tsx';
import { NotFoundArt } from '../../kit/NotFoundArt.tsx';

export function NotFoundPage() {
  const t = useT();
  const { navigation } = useApp();
  return (
    <BareFrame>
      <NotFoundArt />
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="l" onClick={() => navigation.send({ type: 'navigation.back' })}>
          {t('notFound.back')}
        </Button>
        <Button
          size="l"
          variant="primary"
          icon={House}
          onClick={() => navigation.send({ type: 'navigation.go', to: '/home' })}
        >
          {t('notFound.home')}
        </Button>
      </div>
    </BareFrame>
  );
}
