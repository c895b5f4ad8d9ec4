/* A WebSocket server that only broadcasts, as fast as C does it: one thread, epoll, one write for each client and moment.
 *
 * usage: broadcast PORT SCRIPT MICROSECONDS
 * SCRIPT holds what is written at each moment: a length in four bytes, the least first, and the bytes. Moments follow each
 * other after so many microseconds, again and again. A client that does not take its bytes at once misses the moment.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { CLIENTS_MAX = 65536, HEAD_MAX = 8192, EVENTS = 256 };

static int clients[CLIENTS_MAX];
static int client_count;

static uint32_t rotated(uint32_t value, int by) { return value << by | value >> (32 - by); }

/* SHA-1 of a short text, which the handshake of a WebSocket asks for. */
static void sha1(const char *text, size_t length, unsigned char digest[20]) {
    uint32_t h[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    unsigned char block[192] = {0};
    size_t blocks = (length + 9 + 63) / 64;
    memcpy(block, text, length);
    block[length] = 0x80;
    for (int i = 0; i < 8; i++) block[blocks * 64 - 1 - i] = (unsigned char)((uint64_t)length * 8 >> (8 * i));
    for (size_t b = 0; b < blocks; b++) {
        uint32_t w[80], a[5];
        for (int i = 0; i < 16; i++) {
            const unsigned char *p = block + b * 64 + i * 4;
            w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        }
        for (int i = 16; i < 80; i++) w[i] = rotated(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        memcpy(a, h, sizeof a);
        for (int i = 0; i < 80; i++) {
            uint32_t f = i < 20   ? ((a[1] & a[2]) | (~a[1] & a[3])) + 0x5A827999
                         : i < 40 ? (a[1] ^ a[2] ^ a[3]) + 0x6ED9EBA1
                         : i < 60 ? ((a[1] & a[2]) | (a[1] & a[3]) | (a[2] & a[3])) + 0x8F1BBCDC
                                  : (a[1] ^ a[2] ^ a[3]) + 0xCA62C1D6;
            uint32_t next = rotated(a[0], 5) + f + a[4] + w[i];
            a[4] = a[3], a[3] = a[2], a[2] = rotated(a[1], 30), a[1] = a[0], a[0] = next;
        }
        for (int i = 0; i < 5; i++) h[i] += a[i];
    }
    for (int i = 0; i < 20; i++) digest[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}

static void base64(const unsigned char *data, char out[29]) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0, o = 0; i < 21; i += 3, o += 4) {
        uint32_t three = (uint32_t)data[i] << 16 | (uint32_t)data[i + 1] << 8 | (i + 2 < 20 ? data[i + 2] : 0);
        for (int k = 0; k < 4; k++) out[o + k] = letters[three >> (18 - 6 * k) & 63];
    }
    out[27] = '=', out[28] = 0;
}

static void welcome(int client, char *head) {
    char text[128], key[29], answer[256];
    unsigned char digest[21] = {0};
    char *field = strcasestr(head, "sec-websocket-key:");
    if (!field || sscanf(field + 18, " %63[^\r\n ]", text) != 1 || client_count == CLIENTS_MAX) {
        close(client);
        return;
    }
    strcat(text, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    sha1(text, strlen(text), digest);
    base64(digest, key);
    int length = snprintf(answer, sizeof answer,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Accept: %s\r\n\r\n", key);
    if (write(client, answer, (size_t)length) == length) clients[client_count++] = client;
}

static void forget(int client) {
    for (int i = 0; i < client_count; i++)
        if (clients[i] == client) clients[i] = clients[--client_count];
    close(client);
}

static void hear(int client) {
    char head[HEAD_MAX + 1];
    ssize_t came = read(client, head, HEAD_MAX);
    if (came <= 0) {
        if (came == 0 || errno != EAGAIN) forget(client);
        return;
    }
    head[came] = 0;
    if (!strncmp(head, "GET ", 4)) welcome(client, head); /* whatever else is said is ignored */
}

static void let_in(int listening, int poll) {
    int client = accept4(listening, NULL, NULL, SOCK_NONBLOCK), on = 1;
    if (client < 0) return;
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    epoll_ctl(poll, EPOLL_CTL_ADD, client, &(struct epoll_event){.events = EPOLLIN, .data.fd = client});
}

static unsigned char *read_script(const char *path, long *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) return NULL;
    *size = ftell(file);
    rewind(file);
    unsigned char *script = malloc((size_t)*size);
    if (!script || fread(script, 1, (size_t)*size, file) != (size_t)*size) return NULL;
    fclose(file);
    return script;
}

int main(int count, char **arguments) {
    long size = 0, at = 0;
    unsigned char *script = count == 4 ? read_script(arguments[2], &size) : NULL;
    if (!script || size < 4) return 2;
    long period = atol(arguments[3]) * 1000;
    int listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), poll = epoll_create1(0), on = 1;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[1]))};
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listening, (struct sockaddr *)&here, sizeof here) || listen(listening, 1024)) return 1;
    struct timespec every = {period / 1000000000, period % 1000000000};
    timerfd_settime(timer, 0, &(struct itimerspec){every, every}, NULL);
    epoll_ctl(poll, EPOLL_CTL_ADD, listening, &(struct epoll_event){.events = EPOLLIN, .data.fd = listening});
    epoll_ctl(poll, EPOLL_CTL_ADD, timer, &(struct epoll_event){.events = EPOLLIN, .data.fd = timer});
    for (;;) {
        struct epoll_event events[EVENTS];
        int ready = epoll_wait(poll, events, EVENTS, -1);
        for (int i = 0; i < ready; i++) {
            int which = events[i].data.fd;
            if (which == listening) let_in(listening, poll);
            else if (which != timer) hear(which);
            else {
                uint64_t passed;
                uint32_t length;
                if (read(timer, &passed, sizeof passed) != sizeof passed) continue;
                memcpy(&length, script + at, 4);
                for (int c = 0; c < client_count; c++)
                    if (write(clients[c], script + at + 4, length) < 0 && errno != EAGAIN) continue;
                at += 4 + (long)length;
                if (at + 4 > size) at = 0;
            }
        }
    }
}
