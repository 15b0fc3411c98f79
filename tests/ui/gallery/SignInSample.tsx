/** Sign-in page as in the mock-up. */
import { useState } from 'react';
import KeyRound from 'lucide-react/icons/key-round';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import QrCode from 'lucide-react/icons/qr-code';
import { RoundhouseMotif } from '../../../src/ui/canvas/RoundhouseMotif.tsx';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { Checkbox } from '../../../src/ui/kit/Checkbox.tsx';
import { Field } from '../../../src/ui/kit/Field.tsx';
import { LinkLine } from '../../../src/ui/kit/LinkLine.tsx';
import { Logo } from '../../../src/ui/kit/Logo.tsx';
import { SegmentedControl } from '../../../src/ui/kit/SegmentedControl.tsx';
import { TextInput } from '../../../src/ui/kit/TextInput.tsx';

export function SignInSample() {
  const [way, setWay] = useState('account');
  const [shown, setShown] = useState(false);
  const [language, setLanguage] = useState('en');
  const [account, setAccount] = useState('operator@demo.roundhouse');
  const [password, setPassword] = useState('Roundhouse1');
  const [keep, setKeep] = useState(true);
  return (
    <div className="signin">
      <div className="signin-art">
        <RoundhouseMotif />
        <div className="signin-claim">
          <p>Every robot in its place.</p>
          <p>See, drive and stop every robot from one place.</p>
        </div>
      </div>
      <div className="signin-panel">
        <div className="signin-head">
          <span className="brand brand-l">
            <Logo size={28} />
            <span>Roundhouse</span>
          </span>
          <SegmentedControl
            size="s"
            label="Language"
            value={language}
            onChange={setLanguage}
            options={[
              { value: 'zh', label: '中文' },
              { value: 'en', label: 'English' },
            ]}
          />
        </div>
        <form className="signin-form">
          <div>
            <h1>Sign in</h1>
            <p className="mt-1 text-text-2">Console of Harbour Hotel</p>
          </div>
          <SegmentedControl
            full
            size="l"
            label="Way"
            value={way}
            onChange={setWay}
            options={[
              { value: 'account', label: 'Account', icon: KeyRound },
              { value: 'code', label: 'Code', icon: MessageSquareText },
              { value: 'qr', label: 'QR code', icon: QrCode },
            ]}
          />
          <Field label="Phone or email">
            <TextInput size="l" value={account} onChange={setAccount} autoFocus />
          </Field>
          <Field
            label="Password"
            aside={
              <a className="text-link" href="#forgot">
                Forgot password?
              </a>
            }
          >
            <TextInput
              size="l"
              type="password"
              value={password}
              onChange={setPassword}
              reveal={{ show: 'Show', hide: 'Hide', shown, onToggle: () => setShown(!shown) }}
            />
          </Field>
          <Checkbox label="Keep me signed in on this computer" checked={keep} onChange={setKeep} />
          <Button variant="primary" size="l" wide type="submit">
            Sign in
          </Button>
          <p className="text-center text-13 text-text-2">
            No account yet?{' '}
            <a className="text-link text-13" href="#new">
              Sign up
            </a>
          </p>
        </form>
        <div className="signin-foot">
          <span>
            <LinkLine links={['ok']} description="Reached" /> Connected in 18 ms
          </span>
          <a>Terms</a>
          <a>Privacy</a>
          <a>Changes</a>
        </div>
      </div>
    </div>
  );
}
