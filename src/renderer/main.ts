// Must be imported first.
import './disableZodEval.ts';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import { connectionKey } from './api/client.ts';
import { connect } from './api/connect.ts';
import App from './App.vue';
import { makeRouter } from './router.ts';
import './ui/styles/fonts.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/table.css';
import './ui/styles/layout.css';

createApp(App).provide(connectionKey, connect()).use(createPinia()).use(makeRouter()).mount('#app');
