# Purser in a container, with what it needs to run and nothing else. docs/decisions/0004 gives the reasons.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json prisma.config.ts ./
COPY lib/server/build lib/server/build
COPY prisma prisma
RUN npm ci
COPY . .
RUN npm run build:image

FROM node:24-bookworm-slim
ENV NODE_ENV=production PURSER_DATA=/data HOST=0.0.0.0 PORT=3000
WORKDIR /purser
COPY --from=build /src/.image ./
RUN install -d -o node -g node -m 700 /data && mkdir -p /usr/local/bin && ln -s /purser/program.mjs /usr/local/bin/purser
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "purser.mjs"]
